/** The style sheet of the one-file report: light and dark, narrow and wide, screen and paper. */
export const styleSheet = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f6f7f9; --line: #dfe3e8; --shade: #0003; --text: #16191d; --quiet: #5b6470;
  --good: #1a7f47; --fair: #8a6100; --bad: #c0271f; --link: #0b5cad;
  --critical: #8f0f3f; --high: #c0271f; --medium: #9a5b00; --low: #4b5a75; }
@media (prefers-color-scheme: dark) { :root { --ground: #101418; --raised: #181d23; --line: #2c343d; --shade: #0009; --text: #e8ebee;
  --quiet: #9ba6b2; --good: #4cc38a; --fair: #e0b040; --bad: #ff7b72; --link: #79b8ff;
  --critical: #ff85b0; --high: #ff7b72; --medium: #e8b04a; --low: #a6b6d6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; font: 16px/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; } h1.long { font-size: 1.25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; }
p { margin: .5rem 0; } ul { margin: .5rem 0; padding-left: 1.25rem; }
a { color: var(--link); } .quiet { color: var(--quiet); } .wrap { overflow-wrap: anywhere; }
header { display: flex; gap: 1.75rem; align-items: center; flex-wrap: wrap; }
header > div { flex: 1 1 20rem; min-width: 0; }
.ring { width: 9rem; height: 9rem; flex: none; }
.ring text { fill: var(--text); text-anchor: middle; font-weight: 700; }
.ring .of { font-size: 11px; font-weight: 400; fill: var(--quiet); }
.track { stroke: var(--line); } .good { color: var(--good); } .fair { color: var(--fair); } .bad { color: var(--bad); }
.ring .value { stroke: currentColor; }
.verdict { font-size: 1.15rem; margin: .35rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: .9rem 0 0; padding: 0; list-style: none; }
.tag { display: inline-block; border: 1px solid currentColor; border-radius: .4rem; padding: .05rem .5rem; font-size: .85rem; font-weight: 600; white-space: nowrap; }
.critical { color: var(--critical); } .high { color: var(--high); } .medium { color: var(--medium); } .low { color: var(--low); }
.none { color: var(--quiet); }
.bars { display: grid; grid-template-columns: max-content 1fr max-content max-content; gap: .55rem 1rem; align-items: center; }
.category { display: contents; }
.bar { height: .7rem; border-radius: .35rem; background: var(--line); overflow: hidden; min-width: 4rem; }
.bar svg { display: block; width: 100%; height: 100%; } .bar rect { fill: currentColor; }
.steps { display: grid; gap: .6rem; margin: .5rem 0; padding: 0; list-style: none; }
.steps > li { display: flex; gap: 1rem; align-items: center; border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; background: var(--raised); }
.steps > li > div { flex: 1; min-width: 0; } .steps h3 { margin: 0; } .gain { color: var(--quiet); white-space: nowrap; } .steps ul { margin: .3rem 0 0; }
.reached { flex: none; min-width: 5rem; margin: 0; text-align: center; line-height: 1.2; } .reached strong { display: block; font-size: 2rem; } .reached .quiet { font-size: .8rem; white-space: nowrap; }
.label { margin: .8rem 0 -.3rem; font-size: .85rem; font-weight: 600; color: var(--quiet); }
.scroll { overflow-x: auto; background: linear-gradient(90deg, var(--ground) 30%, transparent) 0 0 / 2.5rem 100% no-repeat local, linear-gradient(270deg, var(--ground) 30%, transparent) 100% 0 / 2.5rem 100% no-repeat local,
  linear-gradient(90deg, var(--shade), transparent) 0 0 / .8rem 100% no-repeat scroll, linear-gradient(270deg, var(--shade), transparent) 100% 0 / .8rem 100% no-repeat scroll; }
details .scroll { --ground: var(--raised); }
.texts td { min-width: 9rem; } .texts td:last-child { min-width: 18rem; } td, th { min-width: 6rem; } .number { min-width: 0; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .7rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; overflow-wrap: break-word; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number + td, th.number + th { padding-left: .7rem; } code.short { white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 0 1.5rem; } .figures figure { min-width: 0; } .figures .whole { grid-column: 1 / -1; } .tables .tag { white-space: normal; } .tables td:has(> .tag) { min-width: 7.5rem; } .tables td.long { min-width: 11rem; }
td.date { white-space: nowrap; min-width: 0; }
figure { margin: 1rem 0; } figcaption { font-weight: 600; margin-bottom: .5rem; overflow-wrap: anywhere; }
.scene { display: block; } .scene .node { fill: var(--raised); stroke: var(--line); stroke-width: 1.5; }
.scene .node.good { stroke: var(--good); } .scene .node.fair { stroke: var(--fair); } .scene .node.bad { stroke: var(--bad); stroke-width: 2.5; }
.scene .ring { fill: none; stroke: var(--line); stroke-dasharray: 2 4; } .scene circle.node { fill: var(--quiet); stroke: none; } .scene circle.node.fair { fill: var(--fair); stroke: none; } .scene circle.node.bad { fill: var(--bad); } .scene .edge { fill: none; stroke: var(--quiet); stroke-width: 1.5; } .scene .head { fill: var(--quiet); }
.scene .edge.bad { stroke: var(--bad); } .scene .head.bad { fill: var(--bad); }
.scene text { fill: var(--text); font: 600 12px ui-monospace, Consolas, monospace; } .scene text.quiet { fill: var(--quiet); font: 11.5px system-ui, "Segoe UI", Roboto, sans-serif; }
details { border: 1px solid var(--line); border-radius: .6rem; margin: .6rem 0; background: var(--raised); }
summary { cursor: pointer; padding: .7rem 1rem; display: flex; gap: .75rem; align-items: baseline; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; flex: none; width: .45rem; height: .45rem; border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(-45deg); align-self: center; }
details[open] > summary::before { transform: rotate(45deg); }
summary strong { flex: 1; min-width: 0; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .3rem; }
details > div { padding: 0 1rem 1rem; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .84rem/1.5 ui-monospace, Consolas, monospace; } .evidence { max-height: 22rem; overflow: auto; }
code { font: .9em ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.product { margin: 0 0 1.5rem; font-size: .93rem; } .product strong { color: var(--text); }
.expand { display: none; } .expand label { cursor: pointer; } .expand input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@supports selector(details::details-content) { .expand { display: block; }
  body:has(#expand-all:checked) details::details-content { content-visibility: visible; block-size: auto; } body:has(#expand-all:checked) summary::before { transform: rotate(45deg); } }
.examples { columns: 2 24rem; column-gap: 1rem; } .example { break-inside: avoid; padding-top: .1rem; } .example pre { margin: .5rem 0 .9rem; } .example .label { margin: .3rem 0; }
@media (max-width: 36rem) { .steps > li { flex-direction: column; align-items: stretch; gap: .5rem; } .reached { text-align: left; } .reached strong { display: inline; font-size: 1.3rem; }
  .bars { display: block; } .bars .judged { display: none; }
  .category { display: grid !important; grid-template-columns: 1fr max-content; gap: .3rem 1rem; margin: .7rem 0; }
  .category .bar { grid-column: 1 / -1; grid-row: 2; } summary { flex-wrap: wrap; } summary strong { flex-basis: 100%; order: 3; } .tables summary { flex-wrap: nowrap; } .tables summary strong { flex-basis: auto; order: 0; } }
@media print { :root { color-scheme: light; font-size: 8pt; } body { font-size: 1rem; line-height: 1.25; } @page { margin: .9cm; } main { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; } .expand, summary::before { display: none; } summary { padding: .3rem .6rem; } details { margin: 0 0 .4rem; } details > div { padding: 0 .6rem .4rem; }
  h2 { margin: .8rem 0 .3rem; padding-top: .3rem; } h3 { margin: .3rem 0 .1rem; } p { margin: .2rem 0; } pre { padding: .2rem .4rem; margin: .2rem 0; font-size: .84rem; line-height: 1.15; } .evidence { max-height: none; overflow: visible; } .example pre { margin: .15rem 0 .3rem; }
  .issues, .tables { columns: 2; column-gap: .8rem; } .wide { column-span: all; } .narrow:not(:has(details)) { break-inside: avoid; } .tables h3:first-child, .tables details:first-child { margin-top: 0; }
  .examples { columns: 1; } details ul.wrap { margin: .2rem 0; padding: 0; font-size: .88rem; } details ul.wrap li { display: inline; margin-right: .7rem; } table { font-size: .9rem; } td, th { padding: .06rem .4rem .06rem 0; min-width: 0; } .texts td, .tables td.long, .tables td:has(> .tag) { min-width: 0; } .steps { gap: .3rem; } .steps > li { padding: .4rem .7rem; } figure { margin: .4rem 0; break-inside: avoid; } .scene svg, figure svg { max-height: 6.5cm; width: auto; } .scroll { overflow: visible; background: none; }
  code { font-size: .94em; } .tag, .label { font-size: .88rem; } .reached .quiet { font-size: .85rem; } summary, h2, h3 { break-after: avoid; } tr, .example { break-inside: avoid; } }
`;
