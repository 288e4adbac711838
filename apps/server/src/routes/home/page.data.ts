/** Style of the start page; its hash is in the page's policy. */
export const style = `
:root { color-scheme: light dark; --ink: #1a2027; --soft: #57606a; --ground: #fbfbfa; --panel: #f0f1f0; --line: #d8dbdd; --accent: #0b5f59; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ea; --soft: #9aa4ad; --ground: #14181c; --panel: #1c2227; --line: #2f373d; --accent: #5fc7bd; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2.25rem 0 .5rem; }
p, li { max-width: 38rem; }
p.lead { font-size: 1.125rem; color: var(--soft); margin-top: 0; }
ol { padding-left: 1.25rem; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .85rem 1rem; overflow-x: auto; }
code { font: .875rem/1.5 ui-monospace, monospace; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Body of the start page, for the origin that callers reach the service by; it is text that HTML takes as it is. */
export const bodyFor = (origin: string): string => `<main>
<h1>Perimeter</h1>
<p class="lead">An external security audit of a domain: a score, the findings, and raw evidence for each.</p>
<h2>Start an audit</h2>
<pre><code>curl -s -X POST ${origin}/api/audit/start \\
  -H 'Content-Type: application/json' \\
  -d '{"domain": "YOUR-DOMAIN"}'</code></pre>
<p>The response contains an <code>id</code>. <code>"scanMode": "deep"</code> runs all checks instead of the standard set.</p>
<h2>Follow the audit</h2>
<pre><code>curl -s -H 'Prefer: wait=20' ${origin}/api/audit/$ID</code></pre>
<h2>Read the report</h2>
<pre><code>curl -s ${origin}/api/audit/$ID/report</code></pre>
<p>Anyone with the <code>id</code> can read the report: treat it as a secret. Audit only domains that you are allowed to audit.</p>
<p>Documentation: <a href="/docs">API reference</a> and <a href="/openapi.json">OpenAPI 3.1</a>.</p>
</main>`;
