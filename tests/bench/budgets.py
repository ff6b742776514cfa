# SPDX-License-Identifier: MIT
"""The budgets: one line of budgets.tsv each. A budget is what a figure may not pass; the goal is where it should be."""
import math
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "budgets.tsv"
SLACK = 1.02  # a figure that misses its goal may grow by this much before the gate closes


@dataclass
class Budget:
    most: float
    goal: float
    figure: str
    per: str  # another figure, or nothing

    def value(self, figures):
        return figures[self.figure] / (figures[self.per] if self.per else 1)

    @property
    def what(self):
        return self.figure + (f" ÷ {self.per}" if self.per else "")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def load():
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [Budget(float(most), float(goal), figure, (per or [""])[0]) for most, goal, figure, *per in lines]


def rounded_up(value):
    """To three digits."""
    scale = 10 ** (math.floor(math.log10(value)) - 2)
    return float(f"{math.ceil(value / scale) * scale:.6g}")


def tighten(figures):
    """Each budget becomes its goal where that is met, else the figure of today with a little slack."""
    old = iter(load())
    lines = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            budget = next(old)
            value = budget.value(figures)
            most = budget.goal if value <= budget.goal else rounded_up(value * SLACK)
            line = "\t".join([f"{most:g}", *line.split("\t")[1:]])
        lines.append(line)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
