import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { evidenceLines } from '../evidence-lines.ts';
import { markupText } from '../xml.ts';
import { proseHtml } from './prose.ts';
import { anchorOf } from './roadmap.ts';
import { text } from './text.ts';

const place = ({ affectedUrl, address }: Finding): string =>
  `<code>${text(affectedUrl)}</code>${address === null ? '' : ` at <code>${text(address)}</code>`}`;

const sight = (finding: Finding): string => {
  const lines = evidenceLines(finding.evidence);
  return `<p>${place(finding)}</p><p>${text(finding.description)}</p>${
    lines.length === 0 ? '' : `<pre>${markupText(lines.join('\n'))}</pre>`
  }`;
};

const reference = (url: string): string =>
  url.startsWith('https://')
    ? `<li><a href="${text(url)}" rel="noreferrer">${text(url)}</a></li>`
    : `<li>${text(url)}</li>`;

function group(findings: readonly Finding[], id: string): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { severity, cvss, cvssVector, title, checkId, confidence, remediation, references } = first;
  const places = findings.length === 1 ? '' : ` <span class="quiet">${findings.length} findings</span>`;
  const open = severity === 'critical' || severity === 'high' ? ' open' : '';
  return `<details${id}${open}><summary><span class="tag ${severity}">${severity} ${cvss.toFixed(1)}</span><strong>${text(title)}</strong>${places}</summary><div>
<h3>Evidence</h3>${findings.map(sight).join('\n')}
<h3>Why it matters</h3>${proseHtml(remediation.why)}
<h3>How to fix</h3>${proseHtml(remediation.fix)}
${remediation.acceptable === '' ? '' : `<h3>When this risk can be accepted</h3>${proseHtml(remediation.acceptable)}`}
<p class="quiet wrap"><code>${text(checkId)}</code> · ${confidence} · <code>${text(cvssVector)}</code></p>
${references.length === 0 ? '' : `<ul class="wrap">${references.map(reference).join('')}</ul>`}</div></details>`;
}

/** All findings, worst first, the instances of one check together. */
export function findings(report: Report): string {
  if (report.findings.length === 0) return '<h2>Findings</h2><p>No issues found.</p>';
  const groups = Map.groupBy(
    report.findings.toSorted((a, b) => b.cvss - a.cvss),
    ({ checkId, cvss }) => `${checkId} ${cvss}`,
  );
  // A check whose places differ in score makes a group of each: the gravest is the one that links lead to.
  const linked = new Set<string>();
  const parts = [...groups.values()].map((places) => {
    const checkId = places[0]?.checkId ?? '';
    const id = linked.has(checkId) ? '' : ` id="${anchorOf(checkId)}"`;
    linked.add(checkId);
    return group(places, id);
  });
  return `<h2>Findings</h2>${parts.join('\n')}`;
}
