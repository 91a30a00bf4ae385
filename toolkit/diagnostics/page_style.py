"""The look of the HTML page: light, dark and on paper."""

from __future__ import annotations

STYLE = """
:root { --paper: #fbfaf7; --card: #ffffff; --ink: #22252a; --dim: #646a73; --line: #dedbd3; --quote: #f3f1ea;
  --error: #b3261e; --warning: #8a5a00; --info: #1d5f8a; --good: #256b35; --mark: #ffe08a; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --card: #1e2125; --ink: #e4e2dc;
  --dim: #9aa0a8; --line: #353a41; --quote: #15171a; --error: #ff8a80; --warning: #f0b955; --info: #7cc0ee;
  --good: #86d294; --mark: #6b5300; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .9rem; }
h2 { font-size: 1.05rem; margin: 2.2rem 0 .6rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
h2 small { color: var(--dim); font-weight: 400; }
p { margin: 0 0 .5rem; }
code, pre, .code, .where { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace; }
h2 code { font-weight: 600; font-size: .95em; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; }
.count { display: inline-flex; align-items: center; gap: .4rem; padding: .25rem .7rem;
  border: 1px solid currentColor; border-radius: 1rem; cursor: default; }
label.count { cursor: pointer; }
.count input { margin: 0; accent-color: currentColor; }
.error { --tone: var(--error); } .warning { --tone: var(--warning); } .info { --tone: var(--info); }
.good { --tone: var(--good); } .quiet { --tone: var(--dim); }
.count, .badge, .tone { color: var(--tone); }
.tone { font-weight: 600; }
.findings { list-style: none; margin: 0; padding: 0; }
.finding { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone);
  border-radius: 4px; padding: .55rem .8rem; margin: 0 0 .5rem; break-inside: avoid; }
.finding p { margin: 0; }
.finding .head { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; font-size: .86rem; }
.badge { font-weight: 700; }
.code a { color: inherit; }
.where, .cite { color: var(--dim); overflow-wrap: anywhere; }
.finding .message { margin-top: .15rem; overflow-wrap: anywhere; }
.finding .reason { color: var(--dim); font-style: italic; }
pre { margin: .4rem 0 .1rem; padding: .4rem .6rem; background: var(--quote); border-radius: 3px;
  font-size: .82rem; overflow-x: auto; }
pre .number { color: var(--dim); margin-right: 1rem; user-select: none; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
details { margin-top: .35rem; } summary { color: var(--dim); cursor: pointer; font-size: .86rem; }
.waived { margin-top: 2rem; }
.more { color: var(--dim); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--dim); font-weight: 600; font-size: .84rem; overflow-wrap: normal; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
dt { margin-top: .7rem; font-weight: 700; scroll-margin-top: 1rem; } dt:target { background: var(--mark); }
dd { margin: .1rem 0 0; } dd p { margin: 0 0 .3rem; }
footer { margin-top: 3rem; color: var(--dim); font-size: .82rem; }
main:has(input.show-error:not(:checked)) .file .finding.error,
main:has(input.show-warning:not(:checked)) .file .finding.warning,
main:has(input.show-info:not(:checked)) .file .finding.info { display: none; }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --dim: #444; --line: #bbb; --quote: #f4f4f4;
  --error: #8c1a14; --warning: #6b4600; --info: #144866; --good: #1c5128; --mark: #ffe9a8; }
  main { max-width: none; padding: 0; } .count input { display: none; } pre { white-space: pre-wrap; }
  h2 { break-after: avoid; } }
"""
