"""Alembic environment: uses the open connection it is given, which holds the migration lock, and its transaction."""

from alembic import context

config = getattr(context, "config", None)  # set only while Alembic runs this file
if config is not None:
    context.configure(connection=config.attributes["connection"], transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
