"""What `--qa` adds to the window: the scenario panel, its presenter, and a driver of the window.

    presenter --> panel                     (choose a scenario, read the verdict)
        `-------> runner --> driver --> sandbox --> the window's own widgets

The one part of `qa` that knows widgets; loaded by `app`, and only with `--qa`.
"""
