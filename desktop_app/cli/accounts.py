"""`sendoff accounts`: list, add, remove, test, token."""

from __future__ import annotations

from shlex import quote

from desktop_app.cli.events import plain
from desktop_app.cli.exits import Exit, could_not
from desktop_app.cli.output import JsonOutput, explained
from desktop_app.cli.setting import Setting
from desktop_app.core.model import Account
from desktop_app.core.printing import Printer
from desktop_app.core.tokens import clean_token
from desktop_app.core.words import account_label, say


async def accounts(setting: Setting) -> Exit:
    """Run one of the actions."""
    actions = {
        "list": _list,
        "add": _add,
        "remove": _remove,
        "test": _test,
        "token": _token,
    }
    return await actions[setting.args.action](setting)


async def _list(setting: Setting) -> Exit:
    for account in setting.wiring.accounts.all():
        if isinstance(setting.output, JsonOutput):
            Printer(setting.wiring.redact).json(
                plain(account) | {"label": say(account_label(account))}
            )
        else:
            setting.output.note(_line(account))
    return Exit.DONE


def _line(account: Account) -> str:
    return f"{account.id}  {say(account_label(account))}  {account.address}".rstrip()


async def _add(setting: Setting) -> Exit:
    args, facade = setting.args, setting.wiring.accounts
    presets = {preset.name: preset for preset in facade.kinds.presets()}
    preset = presets.get(args.address)
    label = args.label or (preset.label if preset else "")
    address = preset.address if preset else args.address
    if args.token.strip():
        clean_token(args.token)  # before anything is changed
    account = await facade.add(preset.kind if preset else args.kind, label, address)
    setting.output.note(_line(account))
    if not args.token.strip():
        setting.errors.line(f"It has no token yet: sendoff accounts token {quote(account.label)}")
    elif not await _is_kept(setting, account):
        setting.errors.line(
            "The account was added, the token was not kept: "
            "set SENDOFF_TOKEN for each command that needs it."
        )
    return Exit.DONE


async def _remove(setting: Setting) -> Exit:
    account = setting.wiring.accounts.get(setting.args.account)
    await setting.wiring.accounts.remove(account.id)
    setting.output.note(f"Removed: {_line(account)}")
    return Exit.DONE


async def _token(setting: Setting) -> Exit:
    account = setting.wiring.accounts.get(setting.args.account)
    if await _is_kept(setting, account):
        return Exit.DONE
    setting.errors.line("Set SENDOFF_TOKEN for the commands that need it.")
    return Exit.UNEXPECTED


async def _is_kept(setting: Setting, account: Account) -> bool:
    """Put the token of the command into the keychain; say whether, and why not."""
    facade = setting.wiring.accounts
    kept = await facade.set_token(account.id, setting.args.token)
    if kept:
        setting.output.note("The token is in the keychain.")
    elif facade.keychain_problem is not None:
        setting.errors.line(explained(facade.keychain_problem))
    return kept


async def _test(setting: Setting) -> Exit:
    account = setting.wiring.accounts.get(setting.args.account)
    setting.use_script_token(account)
    answer = await setting.wiring.accounts.test(account.id)
    if answer.error is not None:
        setting.output.note(explained(answer.error))
    else:
        who = f" as {answer.signed_in_as}" if answer.signed_in_as else ""
        setting.output.note(f"Everything is right: signed in{who}.")
    return could_not(answer.error)
