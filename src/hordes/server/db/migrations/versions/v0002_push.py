"""Web Push subscriptions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the table `push`."""
    op.create_table(
        "push",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("owner", sa.String(60), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("push_by_owner", "push", ["owner"])


def downgrade() -> None:
    """Drop the table; people can subscribe again."""
    op.drop_table("push")
