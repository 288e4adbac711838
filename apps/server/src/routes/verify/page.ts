import type { Verification } from '@perimeter/contract/verification';
import { createHash } from 'node:crypto';
import { script, style } from './page.data.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Nothing but this page's own style and script, and requests to where it came from. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(script)}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (found) => entities[found] ?? found);

type Known = NonNullable<Verification['report']>;

const knownHtml = ({ id, domain, completedAt, score, grade }: Known): string => `<section class="answer good">
<h2>This report was issued here</h2>
<dl><dt>Domain</dt><dd>${text(domain)}</dd><dt>Measured</dt><dd>${new Date(completedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</dd>
<dt>Result</dt><dd>${score} of 100, grade ${grade}</dd><dt>Audit</dt><dd><code>${text(id)}</code></dd></dl>
<p>Compare this with your document, or drop the file above to verify it completely.</p></section>`;

const unknownHtml = `<section class="answer bad"><h2>No report with this hash was issued here</h2>
<p>This service has never signed a report with this hash. Check that this is the address of the service that issued the report.</p></section>`;

/** The page that verifies: a file is sent to the service and its answer shown; with a hash, what the register says of it. */
export const verifyPage = (asked: { known: Known | null } | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verify a report</title><style>${style}</style></head>
<body><main><h1>Verify a report</h1>
<p>Drop a PDF or JSON report of this service. The service verifies the signature, the attached data and the register entry; any changed byte is detected.</p>
<label id="drop" for="file"><strong>Drop the file here</strong><span>or choose it</span><input id="file" type="file" accept="application/pdf,application/json,.pdf,.json"></label>
<div id="answer" role="status" aria-live="polite">${asked === null ? '' : asked.known === null ? unknownHtml : knownHtml(asked.known)}</div>
<noscript><p>Without JavaScript: <code>curl --data-binary @report.pdf -H "Content-Type: application/pdf" /api/verify</code></p></noscript>
<p class="quiet">The file is not stored. To verify without this service, use the signing root at <a href="/.well-known/perimeter-signing/root.pem">/.well-known/perimeter-signing/root.pem</a>.</p>
</main><script>${script}</script></body></html>
`;
