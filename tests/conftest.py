"""Hypothesis looks for the same counter-examples in every run; `--hypothesis-profile=explore` for new ones."""

import signal

from hypothesis import HealthCheck, settings

slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=slow_is_fine)
settings.register_profile("explore", deadline=None, max_examples=2000, suppress_health_check=slow_is_fine)
settings.load_profile("suite")

# A shell starts what runs in its background deaf to Ctrl-C, and so would be all commands that tests press it for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
