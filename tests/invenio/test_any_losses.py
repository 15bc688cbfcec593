"""Whatever is lost, in any order, on any deployment: a file ends whole, or its failure is told."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.core.errors import ServiceError
from desktop_app.core.model import RecordState
from tests.invenio.bench import Bench, Report, Source, complete, content, draft, play, signal
from tests.invenio.deployment import EVERY
from tests.invenio.tap import Break, Rule

STEPS = {
    "look": ("GET", r"/draft/files/one.bin$"),
    "init": ("POST", r"/draft/files$"),
    "content": ("PUT", r"/content$"),
    "commit": ("POST", r"/commit$"),
    "delete": ("DELETE", r"/files/one.bin$"),
    "list": ("GET", r"/draft/files$"),
    "publish": ("POST", r"/publish$"),
    "read": ("GET", r"/records/[^/]+$"),
}
BREAKS = (
    Break.BEFORE,
    Break.AFTER,
    Break.GATEWAY,
    Break.GATEWAY_BEFORE,
    Break.TRUNCATED,
    Break.BODY_CUT,
    Break.BODY_CUT_ANSWERED,
)


def rule(step: str, what: Break, times: int, skip: int, size: int) -> Rule:
    method, path = STEPS[step]
    if method != "PUT" and what in (Break.BODY_CUT, Break.BODY_CUT_ANSWERED):
        what = Break.AFTER
    return Rule(method, path, what, times, skip, size)


RULES = st.lists(
    st.builds(
        rule,
        st.sampled_from(sorted(STEPS)),
        st.sampled_from(BREAKS),
        st.integers(1, 3),
        st.integers(0, 2),
        st.integers(0, 39_000),
    ),
    max_size=5,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(name=st.sampled_from(sorted(EVERY)), rules=RULES)
def test_a_file_ends_whole_and_once_or_its_failure_is_told(name: str, rules: list[Rule]) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source, report = Source("one.bin", content(40_000)), Report()
        bench.tap.rules.extend(rules)
        try:
            done = await service.upload_file(made.id, source, signal(), report)
        except ServiceError:
            pass  # told; what was left behind must not be in the way of the next attempt
        else:
            assert done.verified
            assert await bench.held(made.id) == complete(source)
        assert bench.tap.count("PUT", "/content$") <= 3
        publish_rules = [each for each in bench.tap.rules if "publish" in each.path]
        bench.tap.rules[:] = publish_rules
        done = await service.upload_file(made.id, source, signal(), report)
        assert await bench.held(made.id) == complete(source)
        for _ in range(5):
            try:
                published = await service.finalize(made.id, (done,), "", signal())
            except ServiceError:
                if (await service.get_record(made.id)).state is RecordState.FINALIZED:
                    break
            else:
                assert published.state is RecordState.FINALIZED
                break
        assert bench.the_double.deposits[made.id].is_published
        assert bench.the_double.destroyed == []
        assert [seen.status for seen in bench.the_double.seen if "publish" in seen.target].count(
            202
        ) == 1

    play("double", scenario, EVERY[name])
