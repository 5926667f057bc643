"""Quotas per address, deadlines of tables that nobody has open, and snapshots of long logs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, empty in older rows, and the table `snapshot`, which fills by itself."""
    op.add_column("game", sa.Column("address", sa.String(22)))
    op.add_column("game", sa.Column("deadline", sa.BigInteger))
    op.add_column("game", sa.Column("deadline_ply", sa.Integer))
    op.create_index("game_by_address", "game", ["address", "status"])
    op.create_index("game_by_deadline", "game", ["deadline"])
    op.add_column("seat", sa.Column("address", sa.String(22)))
    op.create_index("seat_by_address", "seat", ["address"])
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("log_hash", sa.String(64), nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply"),
    )


def downgrade() -> None:
    """Drop them; logs are replayed from their beginning, and tables with clocks stay open."""
    op.drop_table("snapshot")
    op.drop_index("seat_by_address", "seat")
    op.drop_column("seat", "address")
    op.drop_index("game_by_deadline", "game")
    op.drop_index("game_by_address", "game")
    for column in ("deadline_ply", "deadline", "address"):
        op.drop_column("game", column)
