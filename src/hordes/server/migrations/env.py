"""Alembic's door: it is handed an open connection that holds the lock, and works inside its transaction."""

from alembic import context

config = getattr(context, "config", None)  # there only while Alembic runs this file
if config is not None:
    context.configure(connection=config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
