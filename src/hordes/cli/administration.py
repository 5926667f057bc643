"""Commands for whoever runs a server: links for new passwords, and what visitors have reported."""

from cyclopts import App

accounts = App(name="accounts", help="Accounts of a server: links for new passwords.", result_action="return_value")


@accounts.command
def reset(name: str, /, *, config: str | None = None, database: str | None = None) -> int:
    """Print a link with which the owner of an account can choose a new password: once, within a day.

    Parameters
    ----------
    name
        The name of the account.
    config
        The server's file of settings.
    database
        The server's database.
    """
    from hordes.cli.server_commands import reset_account

    return reset_account(name, config, database)


def reports(*, delete: int | None = None, config: str | None = None, database: str | None = None) -> int:
    """Show the lines of chat that visitors have reported, with the lines around each.

    Parameters
    ----------
    delete
        The number of a report to delete.
    config
        The server's file of settings.
    database
        The server's database.
    """
    from hordes.cli.server_commands import show_reports

    return show_reports(delete, config, database)
