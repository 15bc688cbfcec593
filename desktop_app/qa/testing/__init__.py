"""The public test kit: a scriptable session, facades without a keychain, robots for the window.

    session = FakeSession(script)          # script: async (play) -> Run
    app = assemble(fake_backend(session, folder), Options())
    robot = SaveRobot(app.window)

Uses Qt, and is imported by tests only.
"""

from desktop_app.qa.testing.facades import NoKeychain, NoService, fake_backend
from desktop_app.qa.testing.robots import ListRobot, SaveRobot, SettingsRobot, found
from desktop_app.qa.testing.session import FakeSession, Play, Script, happy, report_of

__all__ = [
    "FakeSession",
    "ListRobot",
    "NoKeychain",
    "NoService",
    "Play",
    "SaveRobot",
    "Script",
    "SettingsRobot",
    "fake_backend",
    "found",
    "happy",
    "report_of",
]
