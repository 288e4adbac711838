import { tallyOf } from '@perimeter/contract/issue';
import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { type AuditEnding, completed, type FailedAudit } from '../forms/ending.ts';
import { hostileWellFormed } from './hostile-well-formed.ts';
import { hostileText, sampleReport } from './sample-report.ts';
import { sectionsOfText } from './sample-sections.ts';

/** Text that build logs, Markdown, XML, CSV and SARIF interpret. */
export const sinkText = [
  '::stop-commands::x',
  '::error file=a,line=1::owned %0A::set-output name=a::b',
  '##[add-mask]x ##vso[task.setvariable variable=a]b',
  'section_start:1700000000:owned\r\u001b[0K',
  ']]></failure><testcase name="x"/>',
  '[click](https://evil.example) [x](1) ![i](https://evil.example/i.png) https://evil.example www.evil.example @someone #123',
  '<script>alert(1)</script> <img src=x onerror=alert(1)> &lt; &#x3c;',
  '| cell | `code` | \\| \\` ```',
  '=HYPERLINK("https://evil.example")',
  '"quoted", and more',
].join(' ');

const [first] = sampleReport.findings;

/** A report with a number of findings of different checks, in up to three places each. */
export function reportWith(count: number, text = 'The server completed a handshake with TLS 1.0.'): Report {
  if (first === undefined) throw new Error('The sample report has no finding');
  const model: Finding = first;
  const findings = Array.from({ length: count }, (_, index): Finding => {
    const check = Math.floor(index / 3);
    return {
      ...model,
      id: `fnd_${index}`,
      fingerprint: `f${index}`,
      checkId: `check-${check}`,
      title: `Check number ${check} failed`,
      severity: (['critical', 'high', 'medium', 'low'] as const)[check % 4] ?? 'low',
      cvss: [9.3, 8.2, 5.3, 2.1][check % 4] ?? 2.1,
      address: `192.0.2.${index % 250}`,
      description: text,
      evidence: `${model.evidence}\n${text}`,
    };
  });
  const severities = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) severities[severity] += 1;
  return { ...sampleReport, findings, severities, issues: tallyOf(findings).bySeverity };
}

/** A name of maximum length (RFC 1035 section 2.3.4). */
export const longDomain = `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(57)}.org`;

const longReport: Report = {
  ...sampleReport,
  domain: longDomain,
  findings: sampleReport.findings.map((finding) => ({
    ...finding,
    host: longDomain,
    affectedUrl: `https://${longDomain}:8443/${'path/'.repeat(40)}?query=1#part`,
  })),
};

const injected: Report = {
  ...reportWith(4, sinkText),
  sections: sectionsOfText(sinkText),
  domain: 'injected.example',
};

/** An audit that ended without a report. */
export const failedAudit: FailedAudit = {
  domain: 'failed.example',
  scanMode: 'standard',
  startedAt: sampleReport.startedAt,
  completedAt: sampleReport.completedAt,
  engineVersion: '0.1.0',
  failure: { code: 'target_unreachable', message: `Nothing answered: ${hostileText.toWellFormed()}`, retryable: true },
};

const failed: AuditEnding = { ok: false, failed: failedAudit, source: { path: 'domains.txt', line: 3 } };

/** Runs that all forms must handle: usual, empty, one, many, long, hostile, failed, several. */
export const runs: readonly (readonly [name: string, endings: readonly AuditEnding[]])[] = [
  ['the sample', [completed(sampleReport)]],
  ['no finding', [completed(reportWith(0))]],
  ['one finding', [completed(reportWith(1))]],
  ['40 findings', [completed(reportWith(40))]],
  ['300 findings', [completed(reportWith(300))]],
  ['a very long domain', [completed(longReport)]],
  ['hostile text', [completed(hostileWellFormed())]],
  ['text that sinks would act on', [completed(injected)]],
  ['a failed audit', [failed]],
  [
    'several audits',
    [
      { ok: true, report: sampleReport, source: { path: 'ci/domains of ours.txt', line: 2 } },
      failed,
      completed(injected),
    ],
  ],
];
