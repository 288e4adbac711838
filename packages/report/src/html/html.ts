import type { Report } from '@perimeter/contract/report';
import { createHash } from 'node:crypto';
import { digest } from '../digest.ts';
import { findings } from './findings.ts';
import { categories, header } from './head.ts';
import { certificates, deductions, notTested, observations, tls } from './observed.ts';
import { styleSheet } from './style.data.ts';
import { text } from './text.ts';

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

/** Nothing but this very style sheet: no script, no image, no request to anywhere. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** The report as one file of HTML without script, for people who have nothing but a browser. */
export function renderHtml(report: Report): string {
  const { score, domain, id, engineVersion } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(domain)}: ${score.grade}, ${score.total} of 100</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
${[header, categories, findings, certificates, tls, deductions, observations, notTested]
  .map((section) => section(report))
  .filter((html) => html !== '')
  .join('\n')}
<h2>This report</h2>
<p class="quiet wrap">Audit <code>${text(id)}</code>, engine ${text(engineVersion)}, scoring policy ${text(score.policyVersion)}.
SHA-256 of the report's canonical JSON (RFC 8785): <code>${digest(report)}</code></p>
</main>
</body>
</html>
`;
}
