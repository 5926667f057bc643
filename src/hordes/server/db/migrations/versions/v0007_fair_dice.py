"""The secret of a table's dice, from which all its outcomes of chance follow."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column `game.dice`, empty in older rows: their dice stay the system's."""
    op.add_column("game", sa.Column("dice", sa.String(64)))


def downgrade() -> None:
    """Drop it; games that had a secret go on with the system's dice."""
    op.drop_column("game", "dice")
