"""Sessions and links of accounts, names that look alike, moderation: kicked visitors, muted people, reports."""

import sqlalchemy as sa
from alembic import op

from hordes.server.auth.names import MAX_SKELETON, skeleton

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables and add the columns; accounts keep their names, and their cookies until they log out."""
    op.add_column("game", sa.Column("several_seats", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game", sa.Column("chat_off", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("owner", sa.String(60)))
    op.add_column("account", sa.Column("skeleton", sa.String(200), nullable=False, server_default=""))
    op.add_column("account", sa.Column("verified", sa.String(200), nullable=False, server_default=""))
    op.add_column("account", sa.Column("old_cookies", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("account_by_skeleton", "account", ["skeleton"])
    _fill_skeletons(op.get_bind())
    _create_account_tables()
    _create_moderation_tables()


def _fill_skeletons(connection: sa.Connection) -> None:
    """Note what the names of accounts look like; a damaged name, which SQLite may hold, is left out."""
    account = sa.table("account", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    for number in connection.execute(sa.select(account.c.id)).scalars().all():
        mine = account.c.id == number
        try:
            name = connection.execute(sa.select(account.c.name).where(mine)).scalar()
        except sa.exc.DBAPIError:  # bytes that are no text
            continue
        connection.execute(account.update().where(mine).values(skeleton=skeleton(str(name))[:MAX_SKELETON]))


def _create_account_tables() -> None:
    op.create_table(
        "session",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("device", sa.String(120), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_index("session_by_account", "session", ["account_id"])
    op.create_index("session_by_end", "session", ["revoked"])
    op.create_table(
        "account_link",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("account_id", KEY, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("account_link_by_account", "account_link", ["account_id"])


def _create_moderation_tables() -> None:
    op.create_table(
        "kicked",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("owner", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "owner"),
    )
    op.create_table(
        "muted",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("owner", sa.String(60), nullable=False),
        sa.Column("target", sa.String(60), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("owner", "target", name="muted_once"),
    )
    op.create_table(
        "report",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(22), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(60), nullable=False),
        sa.Column("reported", sa.String(60), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop all of it: everybody has to log in again."""
    for table in ("report", "muted", "kicked", "account_link", "session"):
        op.drop_table(table)
    op.drop_index("account_by_skeleton", "account")
    for table, column in (
        ("account", "old_cookies"),
        ("account", "verified"),
        ("account", "skeleton"),
        ("chat", "owner"),
        ("game", "chat_off"),
        ("game", "several_seats"),
    ):
        op.drop_column(table, column)
