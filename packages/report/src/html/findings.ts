import type { Finding } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import { type Accepted, acceptedFindings, acceptedPart, acceptedSum } from '../accepted.ts';
import type { Report } from '@perimeter/contract/report';
import { orderedIssues } from '../verdict/fix-first.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { markupText } from '../xml.ts';
import { proseHtml } from './prose.ts';
import { anchorOf } from './roadmap.ts';
import { text } from './text.ts';
import { counted } from '../words.ts';

const place = ({ affectedUrl, address }: Finding): string =>
  `<code>${text(affectedUrl)}</code>${address === null ? '' : ` at <code>${text(address)}</code>`}`;

const box = (lines: readonly string[], attributes: string): string =>
  lines.length === 0 ? '' : `<pre${attributes}>${markupText(lines.join('\n'))}</pre>`;

/** A place with its evidence: a long one scrolls, and the command that reproduces it stays visible below. */
const sight = (finding: Finding): string => {
  const lines = evidenceLines(finding.evidence);
  const isCommand = (line: string): boolean => line.startsWith('Reproduce: ');
  const raw = lines.filter((line) => !isCommand(line));
  return [
    `<p>${place(finding)}</p><p>${text(finding.description)}</p>`,
    box(raw, ' class="evidence" tabindex="0"'),
    box(lines.filter(isCommand), ''),
  ].join('');
};

const reference = (url: string): string =>
  url.startsWith('https://')
    ? `<li><a href="${text(url)}" rel="noreferrer">${text(url)}</a></li>`
    : `<li>${text(url)}</li>`;

function issueHtml(findings: Issue, accepted: Accepted | undefined): string {
  const waived = acceptedPart(accepted, findings);
  const [{ severity, cvss, cvssVector, title, checkId, confidence, remediation, references }] = findings;
  const places = findings.length === 1 ? '' : ` <span class="quiet">${counted(findings.length, 'finding')}</span>`;
  const open = severity === 'critical' || severity === 'high' ? ' open' : '';
  return `<details id="${anchorOf(checkId)}"${open}><summary><span class="tag ${severity}">${severity} ${cvss.toFixed(1)}</span><strong>${text(title)}</strong>${places}</summary><div>
${waived === null ? '' : `<p>Risk ${text(waived)}</p>`}<h3>Evidence</h3>${findings.map(sight).join('\n')}
<h3>Why it matters</h3>${proseHtml(remediation.why)}
<h3>How to fix</h3>${proseHtml(remediation.fix)}
${remediation.acceptable === '' ? '' : `<h3>When this risk can be accepted</h3>${proseHtml(remediation.acceptable)}`}
<p class="quiet wrap"><code>${text(checkId)}</code> · ${confidence} · <code>${text(cvssVector)}</code></p>
${references.length === 0 ? '' : `<ul class="wrap">${references.map(reference).join('')}</ul>`}</div></details>`;
}

/** Unfolds everything by CSS alone; hidden in browsers that lack the selector. */
const expandAll = '<p class="expand"><label><input type="checkbox" id="expand-all"> Expand all details</label></p>';

/** All issues with their findings, most severe first. */
export function findings(report: Report, accepted?: Accepted): string {
  const sum = acceptedSum(accepted, report);
  const issues = orderedIssues(report);
  return `<h2>Issues</h2>${sum === null ? '' : `<p>${text(sum)}.</p>`}${issues.length === 0 ? '<p>No issues found.</p>' : `${expandAll}<div class="issues">${issues.map((issue) => issueHtml(issue, accepted)).join('\n')}</div>`}`;
}

/** The accepted findings, with reason, owner and end date. */
export function acceptedRisks(report: Report, accepted?: Accepted): string {
  const rows = acceptedFindings(accepted, report).map(
    ({ finding: { title, affectedUrl, severity }, risk: { reason, owner, expires } }) =>
      `<tr><td>${text(title)}</td><td>${severity}</td><td><code>${text(affectedUrl)}</code></td><td>${text(reason)}</td><td>${text(owner ?? '')}</td><td>${text(expires)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<h2>Accepted risks</h2><p>These findings count in the score, but not in --fail-on, until the day on which each acceptance ends.</p>
<table><thead><tr><th scope="col">Finding</th><th scope="col">Severity</th><th scope="col">Where</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Ends</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
