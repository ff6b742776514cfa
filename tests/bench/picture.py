# SPDX-License-Identifier: MIT
"""Where mcperr stands, as bars."""
from datetime import date
from html import escape

WIDTH, MARGIN, LABEL, BAR, GAP = 920, 24, 150, 16, 6
PANEL = (WIDTH - 3 * MARGIN) // 2
OURS, THEIRS, LIMIT = "#0b6e4f", "#9aa5b1", "#d9dee4"
INK, FAINT = "#1f2933", "#616e7c"
LIMITS = ("memcpy", "jsmn", "UTF-8 check", "jsmn alone")


def text(x, y, words, size=13, color=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{color}" text-anchor="{anchor}" font-weight="{weight}">'
            f"{escape(words)}</text>")


def panel(left, top, title, note, rows):
    """Bars of (name, value, remark), shortest first. Returns the drawing and its height."""
    rows = sorted(rows, key=lambda row: row[1])
    room, most = PANEL - LABEL - 78, max(value for _, value, _ in rows)
    parts = [text(left, top + 14, title, 15, weight="bold"), text(left, top + 32, note, 12, FAINT)]
    y = top + 46
    for name, value, remark in rows:
        ours = name.startswith("mcperr")
        color = OURS if ours else LIMIT if name in LIMITS or "*" in remark else THEIRS
        length = max(2, room * value / most)
        weight = "bold" if ours else "normal"
        parts += [text(left + LABEL - 8, y + 13, name, 12, INK, "end", weight),
                  f'<rect x="{left + LABEL}" y="{y}" width="{length:.0f}" height="{BAR}" rx="2" fill="{color}"/>',
                  text(left + LABEL + length + 6, y + 13, f"{value:,}{remark}", 12, INK, weight=weight)]
        y += BAR + GAP
    return "\n".join(parts), y - top


def mark(seen, who, job):
    if seen.outputs.get((who, job, "kaiza")) == "wrong":
        return " *"
    return " †" if job == "read" and who not in LIMITS and not all(refused for _, refused in seen.violations[who]) else ""


def instruction_rows(seen, counts, job):
    return [(who, count, mark(seen, who, job)) for (who, what, name), count in counts.items()
            if what == job and name == "kaiza" and who != "UTF-8 check"]


def heap_rows(seen):
    """Without those whose pools, kept or not, are out of all proportion to an envelope."""
    return [(who, size, "") for (who, job, name), (_, size) in seen.allocations.items()
            if job == "read" and name == "kaiza" and who not in (*LIMITS, "RapidJSON", "simdjson")]


def draw(seen):
    size = seen.sizes["kaiza"][0]
    chip = "Cortex-M0+"
    small = {key: count for key, (count, _, _) in seen.jobs[chip].items()}
    flash = [(name, seen.flash[part, chip], "") for name, part in (
        ("mcperr, write", "write, KAIZA"), ("mcperr, read + write", "read and write, KAIZA"), ("jsmn alone", "jsmn alone"),
        ("cJSON, write", "cJSON, write"), ("cJSON, read + write", "cJSON, read and write"))]
    panels = [
        (f"Write the KAIZA envelope ({size} bytes)", "instructions, x86-64, gcc -O2", instruction_rows(seen, seen.counts["gcc"], "write")),
        ("Read it and validate it fully", "instructions, x86-64, gcc -O2", instruction_rows(seen, seen.counts["gcc"], "read")),
        ("Write it on Cortex-M0+", "instructions, gcc -Os", instruction_rows(seen, small, "write")),
        ("Read it and validate it on Cortex-M0+", "instructions, gcc -Os", instruction_rows(seen, small, "read")),
        ("Flash on Cortex-M0+, one dialect", "bytes above an empty firmware, libc parts included", flash),
        ("Heap, to read it", f"bytes asked of malloc (RapidJSON: {seen.allocations['RapidJSON', 'read', 'kaiza'][1]:,}; simdjson keeps its own)",
         heap_rows(seen)),
    ]
    parts, top = [], MARGIN
    for at in range(0, len(panels), 2):
        drawn = [panel(MARGIN + column * (PANEL + MARGIN), top, *panels[at + column]) for column in (0, 1)]
        parts += [drawing for drawing, _ in drawn]
        top += max(height for _, height in drawn) + MARGIN
    parts.append(text(MARGIN, top, "Shorter is better  ·  light: does less than the job  ·  * wrong output  ·  † lets violations pass  ·  "
                      f"{date.today()}, by `make bench`", 12, FAINT))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top + MARGIN}" viewBox="0 0 {WIDTH} {top + MARGIN}" '
            'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">\n'
            f'<title>Instructions, flash and heap of mcperr and its peers</title>\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
