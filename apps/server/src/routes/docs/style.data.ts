/** Style of the documentation; its hash is in the page's policy. */
export const style = `
:root { color-scheme: light dark; --ink: #1a2027; --soft: #57606a; --ground: #fbfbfa; --panel: #f0f1f0; --line: #d8dbdd; --accent: #0b5f59; --read: #1f5f99; --write: #7a4a00; --remove: #a32626; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ea; --soft: #9aa4ad; --ground: #14181c; --panel: #1c2227; --line: #2f373d; --accent: #5fc7bd; --read: #7db8ec; --write: #e0b060; --remove: #ef8a8a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: minmax(15rem, 19rem) minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.25rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav ul { list-style: none; margin: .25rem 0 1.25rem; padding: 0; }
nav li { margin: .2rem 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav h2 { font-size: .8rem; margin: 0; color: var(--soft); }
main { padding: 2rem 2rem 5rem; max-width: 60rem; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; margin: 3rem 0 0; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h4 { font-size: .9rem; margin: 1.25rem 0 .35rem; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; margin-top: 1.25rem; scroll-margin-top: 1rem; }
section:target { border-top-color: var(--accent); }
p { max-width: 44rem; margin: .25rem 0 .75rem; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .2rem .75rem; margin: .5rem 0; font-size: .9rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.soft { color: var(--soft); font-weight: normal; }
.type { color: var(--accent); font-size: .85rem; }
.method { font: 600 .8rem/1 ui-monospace, monospace; color: var(--write); display: inline-block; min-width: 3.5rem; }
.get { color: var(--read); }
.delete { color: var(--remove); }
.members { list-style: none; margin: .25rem 0; padding: 0 0 0 .9rem; border-left: 2px solid var(--line); font-size: .9rem; }
.members li { margin: .25rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); }
th { width: 4rem; font-weight: 600; }
td { min-width: 0; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; max-height: 24rem; margin: .5rem 0; }
code { font: .85rem/1.5 ui-monospace, monospace; }
a { color: var(--accent); }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); padding: 1.25rem; }
  main { padding: 1.25rem 1.25rem 4rem; }
}
`;
