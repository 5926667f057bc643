"""Tables of the database. `move` is the append-only log: one row per entry, never changed."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()

Key = BigInteger().with_variant(Integer, "sqlite")

game = Table(
    "game",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("position", Text),
    Column("title", String(80), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("clocks", Text, nullable=False),
    Column("seed", BigInteger),
    Column("host", String(60), nullable=False),
    Column("invite", String(22), nullable=False),
    Column("status", String(8), nullable=False),
    Column("result", Text),
    Column("rated", Boolean, nullable=False),
    Column("origin", Text),
    Column("next", String(22)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("rules", String(20)),
    Column("dice", String(64)),
    Column("address", String(22)),
    Column("deadline", BigInteger),
    Column("deadline_ply", Integer),
    Column("several_seats", Boolean, nullable=False, server_default=false()),
    Column("chat_off", Boolean, nullable=False, server_default=false()),
    Index("game_by_status", "status", "public", "created"),
    Index("game_by_change", "changed"),
    Index("game_by_host", "host", "status"),
    Index("game_by_address", "address", "status"),
    Index("game_by_deadline", "deadline"),
)

seat = Table(
    "seat",
    metadata,
    Column("game_id", String(22), ForeignKey("game.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("level", String(40), nullable=False),
    Column("owner", String(60)),
    Column("nonce", String(22), nullable=False),
    Column("address", String(22)),
    PrimaryKeyConstraint("game_id", "seat"),
    Index("seat_by_owner", "owner"),
    Index("seat_by_address", "address"),
)

move = Table(
    "move",
    metadata,
    Column("game_id", String(22), ForeignKey("game.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("ref", String(60)),
    PrimaryKeyConstraint("game_id", "ply"),
    UniqueConstraint("game_id", "ref", name="move_once"),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("game_id", String(22), ForeignKey("game.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("version", String(80), nullable=False),
    Column("log_hash", String(64), nullable=False),
    Column("body_hash", String(64), nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "ply"),
)

chat = Table(
    "chat",
    metadata,
    Column("n", Key, primary_key=True, autoincrement=True),
    Column("game_id", String(22), ForeignKey("game.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("owner", String(60)),
    Index("chat_by_game", "game_id", "n"),
    sqlite_autoincrement=True,
)

account = Table(
    "account",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("name", String(30), nullable=False),
    Column("folded", String(60), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("preferences", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("skeleton", String(200), nullable=False, server_default=""),
    Column("verified", String(200), nullable=False, server_default=""),
    Column("old_cookies", Boolean, nullable=False, server_default=true()),
    Index("account_by_skeleton", "skeleton"),
)

session = Table(
    "session",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("account_id", Key, nullable=False),  # no foreign key: an ended session outlives its account for a while
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("device", String(120), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Index("session_by_account", "account_id"),
    Index("session_by_end", "revoked"),
    sqlite_autoincrement=True,
)

account_link = Table(
    "account_link",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("account_id", Key, ForeignKey("account.id"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", String(200), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("account_link_by_account", "account_id"),
)

kicked = Table(
    "kicked",
    metadata,
    Column("game_id", String(22), ForeignKey("game.id"), nullable=False),
    Column("owner", String(60), nullable=False),
    PrimaryKeyConstraint("game_id", "owner"),
)

muted = Table(
    "muted",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("owner", String(60), nullable=False),
    Column("target", String(60), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("owner", "target", name="muted_once"),
)

report = Table(
    "report",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("game_id", String(22), nullable=False),
    Column("title", String(80), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("reporter", String(60), nullable=False),
    Column("reported", String(60), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("reason", String(500), nullable=False),
    Column("at", BigInteger, nullable=False),
)

rating = Table(
    "rating",
    metadata,
    Column("account_id", Key, ForeignKey("account.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("account_id", "game"),
)

push = Table(
    "push",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("owner", String(60), nullable=False),
    Column("endpoint", String(1000), nullable=False, unique=True),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_by_owner", "owner"),
)

uptime = Table(
    "uptime",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("began", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)
