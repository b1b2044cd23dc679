"""Puts the engine, the oracle and the helpers of these tests on the path; sets Hypothesis up.

The ordinary run tries the same few examples each time. For a long search for new ones:

    HYPOTHESIS_PROFILE=search python3 build.py test tests/engine/test_properties.py
"""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "ordinary",
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=SLOW,
)
settings.register_profile(
    "search",
    max_examples=2000,
    stateful_step_count=120,
    deadline=None,
    suppress_health_check=SLOW,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))

HERE = Path(__file__).parent
for folder in (HERE.parents[1] / "py", HERE.parent, HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
