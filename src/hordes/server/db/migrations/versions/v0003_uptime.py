"""Uptime rows, so that clocks are not charged for downtime; and the rules version a table was created with."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the table `uptime`, and add the column `game.rules`, empty in older rows."""
    op.create_table(
        "uptime",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.add_column("game", sa.Column("rules", sa.String(20)))


def downgrade() -> None:
    """Drop both; the rules versions are lost."""
    op.drop_column("game", "rules")
    op.drop_table("uptime")
