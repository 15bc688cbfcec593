"""Words for every kind of error: cause, what it means, what to do. Never a number or a class name.

`_CAUSES` and `_ADVICE` hold one sentence per kind; `_REASONS` holds a closer cause where an error
says more by its `reason`.
"""

from __future__ import annotations

from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, Verdict
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP, Marked, Size
from desktop_app.core.words.states import field_label

SERVER_TEXT_LIMIT = 2000

_CAUSES = {
    ErrorKind.OFFLINE: QT_TRANSLATE_NOOP("Error", "This computer has no network connection."),
    ErrorKind.DNS: QT_TRANSLATE_NOOP("Error", "There is no server called {host}."),
    ErrorKind.REFUSED: QT_TRANSLATE_NOOP("Error", "{host} does not accept connections."),
    ErrorKind.LOCAL_SERVICE: QT_TRANSLATE_NOOP(
        "Error", "The records service of this computer did not start."
    ),
    ErrorKind.CERTIFICATE: QT_TRANSLATE_NOOP(
        "Error", "{host} could not prove who it is: its certificate is not trusted here."
    ),
    ErrorKind.PROXY: QT_TRANSLATE_NOOP("Error", "The proxy did not let the connection through."),
    ErrorKind.PROXY_AUTH: QT_TRANSLATE_NOOP(
        "Error", "The proxy wants a user name and a password of its own."
    ),
    ErrorKind.BAD_PROXY_SETTING: QT_TRANSLATE_NOOP(
        "Error", "The proxy setting {name} cannot be understood."
    ),
    ErrorKind.CONNECTION_LOST: QT_TRANSLATE_NOOP("Error", "The connection to {host} broke."),
    ErrorKind.TIMED_OUT: QT_TRANSLATE_NOOP("Error", "{host} did not answer in time."),
    ErrorKind.STALLED: QT_TRANSLATE_NOOP(
        "Error", "The transfer stood still: nothing moved to {host} any more."
    ),
    ErrorKind.REDIRECTED: QT_TRANSLATE_NOOP("Error", "The service has moved to {location}."),
    ErrorKind.NOT_THE_SERVICE: QT_TRANSLATE_NOOP(
        "Error",
        "A web page answered in place of the service: perhaps a network's login page, "
        "or the address is not the service's.",
    ),
    ErrorKind.BAD_ANSWER: QT_TRANSLATE_NOOP(
        "Error", "The answer of {host} was cut off or not what the service should say."
    ),
    ErrorKind.PLAIN_HTTP: QT_TRANSLATE_NOOP(
        "Error", "Over plain HTTP everyone on the way to {host} could read your token."
    ),
    ErrorKind.SIGN_IN: QT_TRANSLATE_NOOP(
        "Error", "The service does not accept the token: it is missing, wrong or expired."
    ),
    ErrorKind.PERMISSION: QT_TRANSLATE_NOOP(
        "Error", "Your account is not allowed to do this on the service."
    ),
    ErrorKind.NOT_FOUND: QT_TRANSLATE_NOOP("Error", "The service has no such record or file."),
    ErrorKind.GONE: QT_TRANSLATE_NOOP("Error", "The record was deleted on the service."),
    ErrorKind.CONFLICT: QT_TRANSLATE_NOOP(
        "Error", "The record on the service is not as Sendoff left it."
    ),
    ErrorKind.LOCKED: QT_TRANSLATE_NOOP(
        "Error", "The service has locked the record while it works on it."
    ),
    ErrorKind.VALIDATION: QT_TRANSLATE_NOOP(
        "Error", "The service does not accept what was filled in."
    ),
    ErrorKind.TOO_LARGE: QT_TRANSLATE_NOOP("Error", "The file is too large for the service."),
    ErrorKind.TOO_MANY_FILES: QT_TRANSLATE_NOOP(
        "Error", "These are more files than the service takes in one record."
    ),
    ErrorKind.EMPTY_FILE: QT_TRANSLATE_NOOP(
        "Error", "The file is empty, and the service takes no empty files."
    ),
    ErrorKind.BAD_NAME: QT_TRANSLATE_NOOP("Error", "The service does not take this file name."),
    ErrorKind.QUOTA: QT_TRANSLATE_NOOP("Error", "There is no space left for you on the server."),
    ErrorKind.RATE_LIMITED: QT_TRANSLATE_NOOP(
        "Error", "The service asks for a pause: too many requests in a short time."
    ),
    ErrorKind.OVERLOADED: QT_TRANSLATE_NOOP("Error", "The service is too busy at the moment."),
    ErrorKind.MAINTENANCE: QT_TRANSLATE_NOOP("Error", "The service is closed for maintenance."),
    ErrorKind.UNSUPPORTED_TYPE: QT_TRANSLATE_NOOP(
        "Error", "The service does not take this type of content."
    ),
    ErrorKind.KEY_REUSED: QT_TRANSLATE_NOOP(
        "Error", "The service has seen this request before with other content."
    ),
    ErrorKind.SERVER_FAULT: QT_TRANSLATE_NOOP("Error", "Something went wrong inside the service."),
    ErrorKind.DIFFERENT_CONTENT: QT_TRANSLATE_NOOP(
        "Error", "The server holds other content under this name than your file."
    ),
    ErrorKind.NOT_CONFIRMED: QT_TRANSLATE_NOOP(
        "Error", "The server took the file, but its list does not show it as whole."
    ),
    ErrorKind.FILE_MISSING: QT_TRANSLATE_NOOP(
        "Error", "The file is no longer there: it was moved, renamed or deleted."
    ),
    ErrorKind.FILE_UNREADABLE: QT_TRANSLATE_NOOP("Error", "The file cannot be read."),
    ErrorKind.FILE_CHANGED: QT_TRANSLATE_NOOP("Error", "The file has changed since it was chosen."),
    ErrorKind.FILE_SPECIAL: QT_TRANSLATE_NOOP("Error", "This is no file with content."),
    ErrorKind.FILE_LINK_OUT: QT_TRANSLATE_NOOP(
        "Error", "This link leads out of the folder that was chosen."
    ),
    ErrorKind.NAME_CLASH: QT_TRANSLATE_NOOP(
        "Error", "Two files would be stored under the name {key}."
    ),
    ErrorKind.MISSING_FIELD: QT_TRANSLATE_NOOP("Error", "{field} is missing."),
    ErrorKind.BAD_FIELD: QT_TRANSLATE_NOOP("Error", "{field} cannot be used as it is."),
    ErrorKind.BAD_TOKEN: QT_TRANSLATE_NOOP(
        "Error", "This cannot be a token: a token is one word of plain letters, digits and signs."
    ),
    ErrorKind.BAD_ADDRESS: QT_TRANSLATE_NOOP("Error", "This is not the address of a service."),
    ErrorKind.NO_ACCOUNT: QT_TRANSLATE_NOOP("Error", "The account {account} is not there."),
    ErrorKind.JOURNAL_DAMAGED: QT_TRANSLATE_NOOP(
        "Error", "Sendoff's journal of saves is damaged and was set aside."
    ),
    ErrorKind.JOURNAL_NEWER: QT_TRANSLATE_NOOP(
        "Error", "The journal of saves was written by a newer version of Sendoff."
    ),
    ErrorKind.JOURNAL_READ_ONLY: QT_TRANSLATE_NOOP(
        "Error", "Sendoff may not write to its own folder."
    ),
    ErrorKind.JOURNAL_BUSY: QT_TRANSLATE_NOOP(
        "Error", "Another program holds Sendoff's journal of saves."
    ),
    ErrorKind.JOURNAL_UNUSABLE: QT_TRANSLATE_NOOP(
        "Error", "Sendoff's journal of saves cannot be used now."
    ),
    ErrorKind.JOURNAL_GONE: QT_TRANSLATE_NOOP(
        "Error", "Sendoff's journal of saves was deleted or replaced while it was open."
    ),
    ErrorKind.DISK_FULL: QT_TRANSLATE_NOOP("Error", "The disk of this computer is full."),
    ErrorKind.RUN_BUSY: QT_TRANSLATE_NOOP(
        "Error", "Another window or program of yours runs this save now."
    ),
    ErrorKind.RUN_UNKNOWN: QT_TRANSLATE_NOOP("Error", "The save {run} is not in the journal."),
    ErrorKind.KEYCHAIN: QT_TRANSLATE_NOOP(
        "Error", "The keychain of this computer does not keep the token."
    ),
    ErrorKind.STOPPED: QT_TRANSLATE_NOOP("Error", "It was stopped on request."),
    ErrorKind.STILL_RUNNING: QT_TRANSLATE_NOOP(
        "Error", "An earlier attempt of this step is not over yet."
    ),
    ErrorKind.FILES_FAILED: QT_TRANSLATE_NOOP("Error", "Some files could not be sent."),
    ErrorKind.SOURCE_CHANGED: QT_TRANSLATE_NOOP(
        "Error", "Files have changed or gone since they were chosen."
    ),
    ErrorKind.HOME_UNUSABLE: QT_TRANSLATE_NOOP("Error", "Sendoff cannot use its own folder."),
    ErrorKind.CRASHED: QT_TRANSLATE_NOOP("Error", "Sendoff crashed when it ran last."),
    ErrorKind.REPAIR_CUT: QT_TRANSLATE_NOOP(
        "Error", "The repair of the draft {record} with the account {account} was cut off."
    ),
    ErrorKind.INTERNAL: QT_TRANSLATE_NOOP("Error", "Something went wrong inside Sendoff."),
    ErrorKind.OTHER: QT_TRANSLATE_NOOP(
        "Error", "The service refused, for a reason that Sendoff does not know."
    ),
}

_ON_ITS_OWN = QT_TRANSLATE_NOOP(
    "Error", "What the server has confirmed is safe: go on when the connection is back."
)
_LATER = QT_TRANSLATE_NOOP("Error", "What the server has confirmed is safe: try again later.")
_ASK_OPERATORS = QT_TRANSLATE_NOOP(
    "Error", "Try again later; if it stays so, show the report to those who run the service."
)
_CORRECT_FORM = QT_TRANSLATE_NOOP("Error", "Correct it, then save again: nothing is sent twice.")
_RENAME = QT_TRANSLATE_NOOP("Error", "Give it another name here; your own file keeps its name.")
_LEFT_OUT = QT_TRANSLATE_NOOP("Error", "It is not sent; the other files are.")
_NAME_NO_MORE = QT_TRANSLATE_NOOP("Error", "Nothing was sent: save again without naming it.")
"""Of a path that a person named themselves: `named` is among the facts of its error."""
_CHOOSE_AGAIN = QT_TRANSLATE_NOOP("Error", "It was not sent: choose it again, or go on without it.")
_PROXY_SETTINGS = QT_TRANSLATE_NOOP("Error", "Look at the proxy in the settings.")
_LOOK_AT_RECORD = QT_TRANSLATE_NOOP(
    "Error", "Look at the record on the service, then decide how to go on."
)
_ADVICE = {
    ErrorKind.OFFLINE: _ON_ITS_OWN,
    ErrorKind.DNS: QT_TRANSLATE_NOOP(
        "Error", "Look at the address of the account and at your network connection."
    ),
    ErrorKind.LOCAL_SERVICE: QT_TRANSLATE_NOOP(
        "Error", "Try again; if it stays so, the file service.log beside the records says more."
    ),
    ErrorKind.REFUSED: QT_TRANSLATE_NOOP(
        "Error", "The service may be down, or the address may be wrong: try again later."
    ),
    ErrorKind.CERTIFICATE: QT_TRANSLATE_NOOP(
        "Error",
        "Nothing was sent. If your organisation has its own certificates, "
        "choose its certificate file in the settings.",
    ),
    ErrorKind.PROXY: _PROXY_SETTINGS,
    ErrorKind.PROXY_AUTH: QT_TRANSLATE_NOOP(
        "Error", "Enter them in the settings, under proxy; they are not your token."
    ),
    ErrorKind.BAD_PROXY_SETTING: _PROXY_SETTINGS,
    ErrorKind.CONNECTION_LOST: _ON_ITS_OWN,
    ErrorKind.TIMED_OUT: _LATER,
    ErrorKind.STALLED: _ON_ITS_OWN,
    ErrorKind.REDIRECTED: QT_TRANSLATE_NOOP("Error", "Use that address in the account instead."),
    ErrorKind.NOT_THE_SERVICE: QT_TRANSLATE_NOOP(
        "Error", "Open a web browser to sign in to the network, or look at the address."
    ),
    ErrorKind.BAD_ANSWER: _LATER,
    ErrorKind.PLAIN_HTTP: QT_TRANSLATE_NOOP(
        "Error", "Sendoff sends no token there: use the address that begins with https."
    ),
    ErrorKind.SIGN_IN: QT_TRANSLATE_NOOP(
        "Error", "Enter a new token: the save goes on where it was."
    ),
    ErrorKind.PERMISSION: QT_TRANSLATE_NOOP(
        "Error", "Ask the owner of the record, or use a token with more rights."
    ),
    ErrorKind.NOT_FOUND: _LOOK_AT_RECORD,
    ErrorKind.GONE: QT_TRANSLATE_NOOP("Error", "Save again to make a new record."),
    ErrorKind.CONFLICT: _LOOK_AT_RECORD,
    ErrorKind.LOCKED: _LATER,
    ErrorKind.VALIDATION: _CORRECT_FORM,
    ErrorKind.TOO_LARGE: QT_TRANSLATE_NOOP("Error", "Make it smaller, or go on without it."),
    ErrorKind.TOO_MANY_FILES: QT_TRANSLATE_NOOP(
        "Error", "Pack several into one archive, or use several records."
    ),
    ErrorKind.EMPTY_FILE: _LEFT_OUT,
    ErrorKind.BAD_NAME: _RENAME,
    ErrorKind.QUOTA: QT_TRANSLATE_NOOP(
        "Error", "Make room there or ask for more; small files may still go through."
    ),
    ErrorKind.RATE_LIMITED: _LATER,
    ErrorKind.OVERLOADED: _LATER,
    ErrorKind.MAINTENANCE: _LATER,
    ErrorKind.UNSUPPORTED_TYPE: _LEFT_OUT,
    ErrorKind.KEY_REUSED: _LOOK_AT_RECORD,
    ErrorKind.SERVER_FAULT: _ASK_OPERATORS,
    ErrorKind.DIFFERENT_CONTENT: QT_TRANSLATE_NOOP(
        "Error", "Nothing was overwritten: decide which of the two is to stay."
    ),
    ErrorKind.NOT_CONFIRMED: QT_TRANSLATE_NOOP("Error", "Send it again: it does not count yet."),
    ErrorKind.FILE_MISSING: _CHOOSE_AGAIN,
    ErrorKind.FILE_UNREADABLE: _CHOOSE_AGAIN,
    ErrorKind.FILE_CHANGED: QT_TRANSLATE_NOOP(
        "Error", "It was not sent: choose whether to send what is there now."
    ),
    ErrorKind.FILE_SPECIAL: _LEFT_OUT,
    ErrorKind.FILE_LINK_OUT: _LEFT_OUT,
    ErrorKind.NAME_CLASH: QT_TRANSLATE_NOOP(
        "Error", "Give one of them another name here; your own files keep theirs."
    ),
    ErrorKind.MISSING_FIELD: _CORRECT_FORM,
    ErrorKind.BAD_FIELD: _CORRECT_FORM,
    ErrorKind.BAD_TOKEN: QT_TRANSLATE_NOOP("Error", "Copy it again from the service's own page."),
    ErrorKind.BAD_ADDRESS: QT_TRANSLATE_NOOP(
        "Error", "Copy the address of its start page, such as https://example.org."
    ),
    ErrorKind.NO_ACCOUNT: QT_TRANSLATE_NOOP("Error", "Choose another account or add this one."),
    ErrorKind.JOURNAL_DAMAGED: QT_TRANSLATE_NOOP(
        "Error", "A new journal was begun; the old one was kept beside it."
    ),
    ErrorKind.JOURNAL_NEWER: QT_TRANSLATE_NOOP(
        "Error", "Use the newer version: this one leaves the journal as it is."
    ),
    ErrorKind.JOURNAL_READ_ONLY: QT_TRANSLATE_NOOP(
        "Error", "Make the folder {folder} writable, or name another one in SENDOFF_HOME."
    ),
    ErrorKind.JOURNAL_BUSY: QT_TRANSLATE_NOOP("Error", "Close the other program, then try again."),
    ErrorKind.JOURNAL_UNUSABLE: QT_TRANSLATE_NOOP(
        "Error", "The journal was left as it is: try again in a moment."
    ),
    ErrorKind.JOURNAL_GONE: QT_TRANSLATE_NOOP(
        "Error",
        "Nothing can be written to it: start Sendoff again, which begins a new one.",
    ),
    ErrorKind.DISK_FULL: QT_TRANSLATE_NOOP("Error", "Make room on it, then go on."),
    ErrorKind.RUN_BUSY: QT_TRANSLATE_NOOP("Error", "Follow it there, or close that one first."),
    ErrorKind.RUN_UNKNOWN: QT_TRANSLATE_NOOP("Error", "List the saves to see their names."),
    ErrorKind.KEYCHAIN: QT_TRANSLATE_NOOP(
        "Error", "The token is kept for this session only and must be entered again next time."
    ),
    ErrorKind.STOPPED: QT_TRANSLATE_NOOP("Error", "It can be resumed or discarded."),
    ErrorKind.STILL_RUNNING: QT_TRANSLATE_NOOP("Error", "Check again to see how it ended."),
    ErrorKind.FILES_FAILED: QT_TRANSLATE_NOOP(
        "Error", "Each of them says why: send them again, or go on without them."
    ),
    ErrorKind.SOURCE_CHANGED: QT_TRANSLATE_NOOP(
        "Error", "Choose whether to send what is there now, or to leave them out."
    ),
    ErrorKind.HOME_UNUSABLE: QT_TRANSLATE_NOOP(
        "Error", "Make it writable, or name another one in SENDOFF_HOME, and start again."
    ),
    ErrorKind.REPAIR_CUT: QT_TRANSLATE_NOOP(
        "Error",
        "What was repaired before stays repaired. Repair the draft again with the same files: what "
        "is missing is sent, and nothing twice.",
    ),
    ErrorKind.CRASHED: QT_TRANSLATE_NOOP(
        "Error",
        "Nothing that the server confirmed is lost, and what did not end is under Unfinished. "
        "A support report helps to find the cause.",
    ),
    ErrorKind.INTERNAL: QT_TRANSLATE_NOOP(
        "Error", "Your files and what the server has confirmed are safe; please send the report."
    ),
    ErrorKind.OTHER: _ASK_OPERATORS,
}

_IN_PLURAL = frozenset({"creators", "files"})
"""Fields whose labels are in the plural."""
_ARE_MISSING = QT_TRANSLATE_NOOP("Error", "{field} are missing.")
_OUT_OF_STEP = QT_TRANSLATE_NOOP("Error", "The service was at another point than Sendoff expected.")
"""A conflict that another attempt settles, as after a request that arrived twice."""

_REFUSED_AS_IT_SAYS = QT_TRANSLATE_NOOP("Error", "The service refused.")
"""Where the service gives a reason, which stands beside this."""

_REASONS = {
    (ErrorKind.LOCAL_SERVICE, "damaged"): QT_TRANSLATE_NOOP(
        "Error", "The database of the records service of this computer is damaged."
    ),
    (ErrorKind.LOCAL_SERVICE, "newer"): QT_TRANSLATE_NOOP(
        "Error", "The records of this computer were written by a newer version of Sendoff."
    ),
    (ErrorKind.LOCAL_SERVICE, "folder"): QT_TRANSLATE_NOOP(
        "Error", "The records service of this computer cannot use its folder."
    ),
    (ErrorKind.LOCAL_SERVICE, "disk_full"): QT_TRANSLATE_NOOP(
        "Error", "The records service of this computer did not start: the disk is full."
    ),
    (ErrorKind.LOCAL_SERVICE, "busy"): QT_TRANSLATE_NOOP(
        "Error", "Another process holds the records of this computer and does not answer."
    ),
    (ErrorKind.LOCAL_SERVICE, "slow"): QT_TRANSLATE_NOOP(
        "Error", "The records service of this computer did not start in time."
    ),
    (ErrorKind.DIFFERENT_CONTENT, "uncomparable"): QT_TRANSLATE_NOOP(
        "Error", "The server holds a file under this name that cannot be compared with yours."
    ),
    (ErrorKind.CERTIFICATE, "expired"): QT_TRANSLATE_NOOP(
        "Error",
        "The certificate of {host} ended on {date}; the clock of this computer says {today}.",
    ),
    (ErrorKind.CERTIFICATE, "not_yet"): QT_TRANSLATE_NOOP(
        "Error",
        "The certificate of {host} begins on {date}; the clock of this computer says {today}.",
    ),
    (ErrorKind.CERTIFICATE, "other_host"): QT_TRANSLATE_NOOP(
        "Error", "The server that answered as {host} has a certificate for {names}."
    ),
    (ErrorKind.CERTIFICATE, "variable_missing"): QT_TRANSLATE_NOOP(
        "Error", "The variable {name} names a file of certificates that is not there."
    ),
    (ErrorKind.CERTIFICATE, "variable_unusable"): QT_TRANSLATE_NOOP(
        "Error", "The variable {name} names a file that cannot be read or holds no certificates."
    ),
    (ErrorKind.CERTIFICATE, "file_missing"): QT_TRANSLATE_NOOP(
        "Error", "The file of certificates {ca_file} is not there."
    ),
    (ErrorKind.CERTIFICATE, "file_unreadable"): QT_TRANSLATE_NOOP(
        "Error", "The file of certificates {ca_file} cannot be read."
    ),
    (ErrorKind.CERTIFICATE, "file_garbage"): QT_TRANSLATE_NOOP(
        "Error", "The file {ca_file} holds no certificates."
    ),
    (ErrorKind.JOURNAL_DAMAGED, "in_use"): QT_TRANSLATE_NOOP(
        "Error", "Sendoff's journal of saves is damaged: nothing more can be written to it."
    ),
    (ErrorKind.REDIRECTED, "no_address"): QT_TRANSLATE_NOOP(
        "Error", "{host} sends the request on, but not to a web address that can be followed."
    ),
    (ErrorKind.REDIRECTED, "same_host"): QT_TRANSLATE_NOOP(
        "Error", "{host} sends the request to another page of its own that is not the service's."
    ),
    (ErrorKind.REDIRECTED, "loop"): QT_TRANSLATE_NOOP(
        "Error", "{host} sends the request on again and again."
    ),
    (ErrorKind.MISSING_FIELD, "files_needed"): QT_TRANSLATE_NOOP(
        "Error", "This service takes no record without files, and no file is chosen."
    ),
    (ErrorKind.MISSING_FIELD, "nothing_to_send"): QT_TRANSLATE_NOOP(
        "Error", "Nothing that was named is a file that can be sent."
    ),
    (ErrorKind.FILE_UNREADABLE, "too_many_open"): QT_TRANSLATE_NOOP(
        "Error", "Sendoff has too many files open: it cannot open this one as well."
    ),
    (ErrorKind.JOURNAL_UNUSABLE, "too_many_open"): QT_TRANSLATE_NOOP(
        "Error", "Sendoff has too many files open: it cannot open its journal of saves as well."
    ),
    (ErrorKind.BAD_NAME, "empty"): QT_TRANSLATE_NOOP("Error", "The file has no name."),
    (ErrorKind.BAD_NAME, "not_text"): QT_TRANSLATE_NOOP(
        "Error", "The file's name is damaged: it holds bytes that are no letters."
    ),
    (ErrorKind.BAD_NAME, "control"): QT_TRANSLATE_NOOP(
        "Error", "The name holds characters that cannot be seen, such as line breaks."
    ),
    (ErrorKind.BAD_NAME, "dot_segment"): QT_TRANSLATE_NOOP(
        "Error", "A part of the name is empty or holds dots only."
    ),
    (ErrorKind.BAD_NAME, "slash"): QT_TRANSLATE_NOOP(
        "Error", "The service takes no slash in a name."
    ),
    (ErrorKind.BAD_NAME, "edge"): QT_TRANSLATE_NOOP(
        "Error", "The service drops a space or a dot at the beginning or end of a name."
    ),
    (ErrorKind.BAD_NAME, "windows"): QT_TRANSLATE_NOOP(
        "Error", "People on Windows cannot store a file under this name."
    ),
    (ErrorKind.NAME_CLASH, "same_file"): QT_TRANSLATE_NOOP("Error", "This file was chosen twice."),
    (ErrorKind.NAME_CLASH, "folders"): QT_TRANSLATE_NOOP(
        "Error", "Two files from different folders have the name {key}."
    ),
    (ErrorKind.NAME_CLASH, "form"): QT_TRANSLATE_NOOP(
        "Error", "Two names look the same and are spelt in two ways: {key}."
    ),
    (ErrorKind.NAME_CLASH, "case"): QT_TRANSLATE_NOOP(
        "Error", "{key} and {other} differ in upper and lower case only."
    ),
    (ErrorKind.FILE_UNREADABLE, "permission"): QT_TRANSLATE_NOOP(
        "Error", "You are not allowed to read this file."
    ),
    (ErrorKind.FILE_UNREADABLE, "drive"): QT_TRANSLATE_NOOP(
        "Error", "The drive reports an error while the file is read."
    ),
    (ErrorKind.FILE_UNREADABLE, "network_drive"): QT_TRANSLATE_NOOP(
        "Error", "The network drive with this file does not answer."
    ),
    (ErrorKind.FILE_UNREADABLE, "in_use"): QT_TRANSLATE_NOOP(
        "Error", "Another program holds this file."
    ),
    (ErrorKind.FILE_SPECIAL, "no_size"): QT_TRANSLATE_NOOP(
        "Error", "The system makes up this file while it is read: its size cannot be known."
    ),
    (ErrorKind.FILE_UNREADABLE, "path_long"): QT_TRANSLATE_NOOP(
        "Error", "The path to this file is longer than this computer can open."
    ),
    (ErrorKind.FILE_SPECIAL, "pipe"): QT_TRANSLATE_NOOP(
        "Error", "This is a pipe, not a file with content."
    ),
    (ErrorKind.FILE_SPECIAL, "socket"): QT_TRANSLATE_NOOP(
        "Error", "This is a socket, not a file with content."
    ),
    (ErrorKind.FILE_SPECIAL, "device"): QT_TRANSLATE_NOOP(
        "Error", "This is a device, not a file with content."
    ),
    (ErrorKind.FILE_SPECIAL, "own_data"): QT_TRANSLATE_NOOP(
        "Error", "This belongs to Sendoff itself, with its tokens and its journal."
    ),
    (ErrorKind.FILE_SPECIAL, "left_behind"): QT_TRANSLATE_NOOP(
        "Error", "Desktops and tools leave this behind: it is sent only where you ask for it."
    ),
    (ErrorKind.FILE_SPECIAL, "loop"): QT_TRANSLATE_NOOP(
        "Error", "This link leads back to a folder that it is in."
    ),
    (ErrorKind.FILE_SPECIAL, "folder"): QT_TRANSLATE_NOOP("Error", "This is a folder."),
    (ErrorKind.FILE_SPECIAL, "folder_link"): QT_TRANSLATE_NOOP(
        "Error", "This is a link to a folder whose files are there already."
    ),
    (ErrorKind.FILE_SPECIAL, "empty_folder"): QT_TRANSLATE_NOOP(
        "Error", "This folder is empty, and services keep files only."
    ),
    (ErrorKind.KEYCHAIN, "missing"): QT_TRANSLATE_NOOP("Error", "This computer has no keychain."),
    (ErrorKind.KEYCHAIN, "silent"): QT_TRANSLATE_NOOP(
        "Error", "The keychain of this computer did not answer."
    ),
    (ErrorKind.KEYCHAIN, "locked"): QT_TRANSLATE_NOOP(
        "Error", "The keychain of this computer is locked."
    ),
    (ErrorKind.KEYCHAIN, "silent_read"): QT_TRANSLATE_NOOP(
        "Error",
        "The keychain of this computer does not answer, so the token cannot be read from it.",
    ),
    (ErrorKind.KEYCHAIN, "locked_read"): QT_TRANSLATE_NOOP(
        "Error", "The keychain of this computer is locked, so the token cannot be read from it."
    ),
    (ErrorKind.KEYCHAIN, "refused_read"): QT_TRANSLATE_NOOP(
        "Error", "The keychain of this computer does not give the token."
    ),
    (ErrorKind.SIGN_IN, "no_token"): QT_TRANSLATE_NOOP(
        "Error", "No token is known here for the account {account}."
    ),
    (ErrorKind.BAD_TOKEN, "empty"): QT_TRANSLATE_NOOP("Error", "No token was entered."),
    (ErrorKind.BAD_ADDRESS, "credentials"): QT_TRANSLATE_NOOP(
        "Error", "The address holds a user name or password: it must not."
    ),
    (ErrorKind.BAD_ADDRESS, "record_page"): QT_TRANSLATE_NOOP(
        "Error", "The address that is kept for this record does not lead to its service."
    ),
    (ErrorKind.NO_ACCOUNT, "built_in"): QT_TRANSLATE_NOOP(
        "Error", "The account of this computer is always there and cannot be changed."
    ),
    (ErrorKind.BAD_ADDRESS, "bucket"): QT_TRANSLATE_NOOP(
        "Error", "The address names no bucket: it has to end with /BUCKET or /BUCKET/PREFIX."
    ),
    (ErrorKind.BAD_TOKEN, "key_pair"): QT_TRANSLATE_NOOP(
        "Error", "The token of a bucket is its key id and secret key, with a colon between them."
    ),
    (ErrorKind.SIGN_IN, "clock"): QT_TRANSLATE_NOOP(
        "Error", "The clock of this computer differs too much from the one of the service."
    ),
    (ErrorKind.NOT_FOUND, "bucket"): QT_TRANSLATE_NOOP("Error", "The store has no such bucket."),
    (ErrorKind.NOT_THE_SERVICE, "no_conditions"): QT_TRANSLATE_NOOP(
        "Error",
        "This store ignores conditional writes: "
        "two programs could replace each other's files in a record.",
    ),
    (ErrorKind.BAD_NAME, "reserved"): QT_TRANSLATE_NOOP(
        "Error", "The service keeps this file name for a description of its own."
    ),
    (ErrorKind.NO_ACCOUNT, "no_kind"): QT_TRANSLATE_NOOP(
        "Error", "No package that is installed brings services of the kind {service}."
    ),
    (ErrorKind.NO_ACCOUNT, "no_drafts"): QT_TRANSLATE_NOOP(
        "Error", "The service of this account shows no list of drafts."
    ),
    (ErrorKind.BAD_FIELD, "attached"): QT_TRANSLATE_NOOP(
        "Error", "The draft has a title and details of its own."
    ),
    (ErrorKind.BAD_FIELD, "no_json"): QT_TRANSLATE_NOOP(
        "Error",
        "{field} cannot be used: the file is no valid JSON at line {line}, column {column}.",
    ),
    (ErrorKind.BAD_FIELD, "no_object"): QT_TRANSLATE_NOOP(
        "Error", "{field} cannot be used: the file must hold one JSON object, in braces."
    ),
    (ErrorKind.PERMISSION, "deposit:write"): QT_TRANSLATE_NOOP(
        "Error", "The token may not create or change records: it may lack the scope {scope}."
    ),
    (ErrorKind.PERMISSION, "deposit:actions"): QT_TRANSLATE_NOOP(
        "Error", "The token may not publish records: it may lack the scope {scope}."
    ),
    (ErrorKind.NOT_CONFIRMED, "missing"): QT_TRANSLATE_NOOP(
        "Error", "The service has lost this file: its content is gone there."
    ),
    (ErrorKind.NOT_CONFIRMED, "damaged"): QT_TRANSLATE_NOOP(
        "Error", "The service has damaged this file: it holds other content than it stored."
    ),
    (ErrorKind.CONFLICT, "lost"): QT_TRANSLATE_NOOP(
        "Error", "The service has lost or damaged files of this record, such as {key}."
    ),
    (ErrorKind.CONFLICT, "published"): QT_TRANSLATE_NOOP(
        "Error", "The record is published: its files can be changed no more."
    ),
    (ErrorKind.CONFLICT, "listing"): QT_TRANSLATE_NOOP(
        "Error", "The record on the service does not hold {key} as it was sent."
    ),
    (ErrorKind.CONFLICT, "late_draft"): QT_TRANSLATE_NOOP(
        "Error", "A draft of an earlier attempt came late and was left as it is: {record}."
    ),
    (ErrorKind.CONFLICT, "late_draft_removed"): QT_TRANSLATE_NOOP(
        "Error", "A draft of an earlier attempt came late; it was empty and was removed."
    ),
    (ErrorKind.TIMED_OUT, "no_effect"): QT_TRANSLATE_NOOP(
        "Error", "The service was asked to do it, and has not done it."
    ),
    (ErrorKind.NOT_CONFIRMED, "not_in_record"): QT_TRANSLATE_NOOP(
        "Error", "The finalized record does not hold this file."
    ),
}
_TOKEN_WITH_SCOPE = QT_TRANSLATE_NOOP(
    "Error", "Make a token with this scope on the service's own page, then enter it here."
)
_CORRECT_VARIABLE = QT_TRANSLATE_NOOP(
    "Error", "Nothing was sent. Correct the variable or remove it, then start Sendoff again."
)
_CORRECT_FILE = QT_TRANSLATE_NOOP("Error", "Nothing was sent: correct the file, then save again.")
_CHOOSE_CERTIFICATES = QT_TRANSLATE_NOOP(
    "Error",
    "Nothing was sent. Choose another certificate file in the settings, or none.",
)
_NEW_VERSION = QT_TRANSLATE_NOOP(
    "Error", "To add files, make a new version of it on the service's own page."
)
_LOOK_AT_ADDRESS = QT_TRANSLATE_NOOP(
    "Error",
    "Look at the address of the account; if it is right, show the report to those who run the "
    "service.",
)
_CHOOSE_A_FILE = QT_TRANSLATE_NOOP("Error", "Choose at least one file, then save again.")
_FEWER_FILES = QT_TRANSLATE_NOOP(
    "Error", "Send fewer files at the same time, or allow more open files, then go on."
)
_UNLOCK = QT_TRANSLATE_NOOP(
    "Error",
    "Unlock the keychain, then go on; or enter the token again: it is then kept for this "
    "session only.",
)
_CLOCK_OR_OPERATORS = QT_TRANSLATE_NOOP(
    "Error",
    "Nothing was sent. If the clock of this computer is wrong, set it; if it is right, only those "
    "who run the service can renew the certificate.",
)
_ADVICE_FOR = {
    (ErrorKind.SIGN_IN, "no_token"): QT_TRANSLATE_NOOP("Error", "Enter its token, then go on."),
    (ErrorKind.KEYCHAIN, "silent_read"): _UNLOCK,
    (ErrorKind.KEYCHAIN, "locked_read"): _UNLOCK,
    (ErrorKind.KEYCHAIN, "refused_read"): _UNLOCK,
    (ErrorKind.REDIRECTED, "no_address"): _LOOK_AT_ADDRESS,
    (ErrorKind.REDIRECTED, "same_host"): _LOOK_AT_ADDRESS,
    (ErrorKind.REDIRECTED, "loop"): _LOOK_AT_ADDRESS,
    (ErrorKind.MISSING_FIELD, "files_needed"): _CHOOSE_A_FILE,
    (ErrorKind.MISSING_FIELD, "nothing_to_send"): _CHOOSE_A_FILE,
    (ErrorKind.JOURNAL_UNUSABLE, "too_many_open"): _FEWER_FILES,
    (ErrorKind.FILE_UNREADABLE, "too_many_open"): _FEWER_FILES,
    (ErrorKind.CERTIFICATE, "expired"): _CLOCK_OR_OPERATORS,
    (ErrorKind.CERTIFICATE, "not_yet"): _CLOCK_OR_OPERATORS,
    (ErrorKind.CERTIFICATE, "other_host"): QT_TRANSLATE_NOOP(
        "Error",
        "Nothing was sent. Look at the address of the account; if it is right, another server "
        "stands between, perhaps that of the network you are in.",
    ),
    (ErrorKind.BAD_ADDRESS, "record_page"): QT_TRANSLATE_NOOP(
        "Error", "It was not opened: look for the record on the service's own page."
    ),
    (ErrorKind.LOCAL_SERVICE, "damaged"): QT_TRANSLATE_NOOP(
        "Error",
        "Nothing was changed. Put back a copy of the folder named service in Sendoff's own "
        "folder, or move it away to begin with an empty one.",
    ),
    (ErrorKind.LOCAL_SERVICE, "newer"): QT_TRANSLATE_NOOP(
        "Error", "Use the newer version: this one leaves the records as they are."
    ),
    (ErrorKind.LOCAL_SERVICE, "folder"): QT_TRANSLATE_NOOP(
        "Error", "Make the folder named service in Sendoff's own folder writable, then try again."
    ),
    (ErrorKind.LOCAL_SERVICE, "disk_full"): QT_TRANSLATE_NOOP(
        "Error", "Make room on it, then go on."
    ),
    (ErrorKind.LOCAL_SERVICE, "busy"): QT_TRANSLATE_NOOP(
        "Error", "End the other process, then try again."
    ),
    (ErrorKind.CERTIFICATE, "variable_missing"): _CORRECT_VARIABLE,
    (ErrorKind.CERTIFICATE, "variable_unusable"): _CORRECT_VARIABLE,
    (ErrorKind.CERTIFICATE, "file_missing"): _CHOOSE_CERTIFICATES,
    (ErrorKind.CERTIFICATE, "file_unreadable"): _CHOOSE_CERTIFICATES,
    (ErrorKind.CERTIFICATE, "file_garbage"): _CHOOSE_CERTIFICATES,
    (ErrorKind.JOURNAL_DAMAGED, "in_use"): QT_TRANSLATE_NOOP(
        "Error",
        "Start Sendoff again: it keeps the damaged journal beside a new one. What the server "
        "has confirmed is safe there.",
    ),
    (ErrorKind.FILE_UNREADABLE, "path_long"): QT_TRANSLATE_NOOP(
        "Error", "It was not sent: move it to a shorter path and choose it again, or leave it out."
    ),
    (ErrorKind.FILE_SPECIAL, "own_data"): QT_TRANSLATE_NOOP("Error", "It is never sent."),
    (ErrorKind.BAD_FIELD, "no_json"): _CORRECT_FILE,
    (ErrorKind.BAD_FIELD, "no_object"): _CORRECT_FILE,
    (ErrorKind.BAD_FIELD, "attached"): QT_TRANSLATE_NOOP(
        "Error", "Change them on the service's own page, then go on here without a change."
    ),
    (ErrorKind.PERMISSION, "deposit:write"): _TOKEN_WITH_SCOPE,
    (ErrorKind.PERMISSION, "deposit:actions"): _TOKEN_WITH_SCOPE,
    (ErrorKind.CONFLICT, "lost"): QT_TRANSLATE_NOOP(
        "Error",
        "A finalized record takes no files: keep your own files, and save them to a new record.",
    ),
    (ErrorKind.CONFLICT, "published"): _NEW_VERSION,
    (ErrorKind.CONFLICT, "late_draft_removed"): QT_TRANSLATE_NOOP(
        "Error", "Nothing has to be done about it."
    ),
    (ErrorKind.NOT_CONFIRMED, "not_in_record"): _NEW_VERSION,
}
_WITH_LIMIT = {
    (ErrorKind.BAD_NAME, "bytes"): QT_TRANSLATE_NOOP(
        "Error", "The name has {length} bytes; the service takes {limit}."
    ),
    (ErrorKind.BAD_NAME, "characters"): QT_TRANSLATE_NOOP(
        "Error", "The name has {length} characters; the service takes {limit}."
    ),
    (ErrorKind.TOO_LARGE, ""): QT_TRANSLATE_NOOP(
        "Error", "The file is too large: the service takes up to {limit}."
    ),
    (ErrorKind.TOO_MANY_FILES, ""): QT_TRANSLATE_NOOP(
        "Error", "The service takes up to {limit} files in one record."
    ),
    (ErrorKind.VALIDATION, "form"): QT_TRANSLATE_NOOP(
        "Error", "What was filled in is too large: the service takes up to {limit}."
    ),
    (ErrorKind.BAD_FIELD, ""): QT_TRANSLATE_NOOP(
        "Error", "{field} must lie between {low} and {high}."
    ),
}
_SERVER_SAYS = QT_TRANSLATE_NOOP("Error", "The service says: {text}")
_FIELD_SAYS = QT_TRANSLATE_NOOP("Error", "{field}: {text}")
_ON_FIELD = QT_TRANSLATE_NOOP("Error", "{field} is not accepted.")
_IN_SECONDS = QT_TRANSLATE_NOOP("Error", "It asks to wait {seconds} s.")
_STANDS_FOR = {
    "host": QT_TRANSLATE_NOOP("Error", "The server"),
    "location": QT_TRANSLATE_NOOP("Error", "another address"),
    "name": QT_TRANSLATE_NOOP("Error", "of the environment"),
    "key": QT_TRANSLATE_NOOP("Error", "of another file"),
    "other": QT_TRANSLATE_NOOP("Error", "another name"),
    "names": QT_TRANSLATE_NOOP("Error", "another name"),
    "date": QT_TRANSLATE_NOOP("Error", "another day"),
    "today": QT_TRANSLATE_NOOP("Error", "another day"),
    "field": QT_TRANSLATE_NOOP("Error", "A field"),
    "account": QT_TRANSLATE_NOOP("Error", "of this save"),
    "record": QT_TRANSLATE_NOOP("Error", "that was named"),
    "run": QT_TRANSLATE_NOOP("Error", "that was named"),
    "folder": QT_TRANSLATE_NOOP("Error", "of Sendoff"),
}
"""What stands in a sentence where an error does not hold the fact."""


def cause_words(error: ErrorInfo) -> Marked:
    """Return the cause in one sentence of ours."""
    passing = error.kind is ErrorKind.CONFLICT and error.verdict is Verdict.TRANSIENT
    general = _OUT_OF_STEP if passing else _cause_of(error.kind, error.get("field"))
    if error.kind is ErrorKind.OTHER and error.server_text:
        general = _REFUSED_AS_IT_SAYS
    marked = _REASONS.get(_closer(error), general)
    if error.get("limit") or error.get("high"):
        marked = _WITH_LIMIT.get((error.kind, error.get("unit")), marked)
    return _filled(marked, error)


def _filled(marked: Marked, error: ErrorInfo) -> Marked:
    """Return the sentence with the facts that it names."""
    return marked.filled(**{name: _fact(error, name) for name in _FACTS if _named(marked, name)})


def _cause_of(kind: ErrorKind, field: str) -> Marked:
    if kind is ErrorKind.MISSING_FIELD and field.rpartition(".")[2] in _IN_PLURAL:
        return _ARE_MISSING
    return _CAUSES[kind]


def _closer(error: ErrorInfo) -> tuple[ErrorKind, str]:
    """Return the kind with what says more of it: a reason, or the token scope that is needed."""
    return error.kind, error.get("reason") or error.get("scope")


_NUMBERS = ("limit", "length", "low", "high", "line", "column")
_FACTS = (*_STANDS_FOR, "ca_file", "scope", *_NUMBERS)


def _named(marked: Marked, name: str) -> bool:
    return f"{{{name}}}" in marked.text


def _fact(error: ErrorInfo, name: str) -> str | int | Marked:
    value = error.get(name)
    if not value:
        return _STANDS_FOR.get(name, "")
    if name == "field":
        return field_label(value)
    sizes = (ErrorKind.TOO_LARGE, ErrorKind.VALIDATION)
    if name == "limit" and error.kind in sizes and value.isdigit():
        return Size(int(value))
    return int(value) if name in _NUMBERS and value.isdigit() else value


_SAID_BETTER = frozenset({ErrorKind.OTHER, ErrorKind.CONFLICT, ErrorKind.VALIDATION})
"""Kinds of which a service may mean anything: for one file its own words say what."""


def reason_words(error: ErrorInfo) -> Marked:
    """Return why, in one sentence for a table row: the service's own text where it says more."""
    if error.kind in _SAID_BETTER and error.server_text and not error.fields:
        return _server_says(error)
    return cause_words(error)


def error_words(error: ErrorInfo) -> tuple[Marked, ...]:
    """Return cause, what the service says of it, and what it means or what to do next."""
    words = [cause_words(error)]
    if error.server_text:
        words.append(_server_says(error))
    words += [field_error_words(one) for one in error.fields]
    if error.retry_after_s is not None and error.retry_after_s >= 1:
        words.append(_IN_SECONDS.filled(seconds=round(error.retry_after_s)))
    advice = _ADVICE_FOR.get(_closer(error), _ADVICE[error.kind])
    words.append(_NAME_NO_MORE if error.get("named") else _filled(advice, error))
    return tuple(words)


def field_error_words(error: FieldError) -> Marked:
    """Return what is wrong with one field: the service's words, or ours."""
    label = field_label(error.field)
    text = " ".join(message.strip() for message in error.messages if message.strip())
    if text and not error.field:
        return _SERVER_SAYS.filled(text=_trimmed(text))
    if text:
        return _FIELD_SAYS.filled(field=label, text=_trimmed(text))
    if error.kind in (ErrorKind.MISSING_FIELD, ErrorKind.BAD_FIELD):
        return _cause_of(error.kind, error.field).filled(field=label)
    return _ON_FIELD.filled(field=label)


def _server_says(error: ErrorInfo) -> Marked:
    return _SERVER_SAYS.filled(text=_trimmed(error.server_text))


def _trimmed(text: str) -> str:
    """Return a server's text as plain, printable text of a bounded length."""
    line = "".join(character if character.isprintable() else " " for character in text)
    line = " ".join(line.split())
    return line if len(line) <= SERVER_TEXT_LIMIT else line[: SERVER_TEXT_LIMIT - 1] + "…"
