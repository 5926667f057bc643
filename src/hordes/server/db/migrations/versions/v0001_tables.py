"""Initial schema: games, seats, the log of moves, chat, accounts, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("clocks", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger),
        sa.Column("host", sa.String(60), nullable=False),
        sa.Column("invite", sa.String(22), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("next", sa.String(22)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("game_by_status", "game", ["status", "public", "created"])
    op.create_index("game_by_change", "game", ["changed"])
    op.create_index("game_by_host", "game", ["host", "status"])
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(60)),
        sa.Column("nonce", sa.String(22), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    op.create_index("seat_by_owner", "seat", ["owner"])
    op.create_table(
        "move",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ref", sa.String(60)),
        sa.PrimaryKeyConstraint("game_id", "ply"),
        sa.UniqueConstraint("game_id", "ref", name="move_once"),
    )
    op.create_table(
        "chat",
        sa.Column("n", KEY, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("chat_by_game", "chat", ["game_id", "n"])
    op.create_table(
        "account",
        sa.Column("id", KEY, primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("folded", sa.String(60), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("preferences", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rating",
        sa.Column("account_id", KEY, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "game"),
    )


def downgrade() -> None:
    """Not supported: there is no earlier schema."""
    raise NotImplementedError("There is no earlier shape; restore a backup instead.")
