"""Signals: one reason, callbacks once, from any thread."""

from __future__ import annotations

import threading

import pytest

from desktop_app.workflow import AbortController, CancelReason, OperationAborted


def test_the_first_reason_stays() -> None:
    controller = AbortController()
    signal = controller.signal
    signal.raise_if_aborted()
    assert not signal.aborted
    assert signal.reason is None
    assert controller.abort(CancelReason.USER)
    assert not controller.abort(CancelReason.SHUTDOWN)
    assert signal.aborted
    assert signal.reason is CancelReason.USER
    with pytest.raises(OperationAborted) as caught:
        signal.raise_if_aborted()
    assert caught.value.reason is CancelReason.USER


def test_callbacks_are_called_once_unless_removed_and_at_once_if_late() -> None:
    controller, heard = AbortController(), list[str]()
    controller.signal.on_abort(lambda: heard.append("kept"))
    remove = controller.signal.on_abort(lambda: heard.append("removed"))
    remove()
    remove()
    controller.abort(CancelReason.USER)
    controller.abort(CancelReason.USER)
    assert heard == ["kept"]
    controller.signal.on_abort(lambda: heard.append("late"))()
    assert heard == ["kept", "late"]


def test_a_callback_that_raises_does_not_keep_others_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    controller, heard = AbortController(), list[str]()
    controller.signal.on_abort(list[int]().pop)  # type: ignore[arg-type]  # its int is ignored
    controller.signal.on_abort(lambda: heard.append("second"))
    assert controller.abort(CancelReason.USER)
    assert heard == ["second"]
    assert "IndexError" in caplog.text


def test_every_thread_hears_exactly_once_however_registration_and_abort_race() -> None:
    for _ in range(50):
        controller, heard = AbortController(), list[int]()
        gate = threading.Barrier(5)

        def listen(
            number: int,
            controller: AbortController = controller,
            heard: list[int] = heard,
            gate: threading.Barrier = gate,
        ) -> None:
            gate.wait()
            controller.signal.on_abort(lambda: heard.append(number))

        threads = [threading.Thread(target=listen, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        gate.wait()
        controller.abort(CancelReason.SHUTDOWN)
        for thread in threads:
            thread.join()
        assert sorted(heard) == [0, 1, 2, 3]


def test_a_touch_is_heard_by_whoever_made_the_signal() -> None:
    touched: list[int] = []
    AbortController(on_touch=lambda: touched.append(1)).signal.touch()
    AbortController().signal.touch()
    assert touched == [1]
