import { renderCsv } from '@perimeter/report/forms/csv';
import { type AuditEnding, type CompletedAudit, failedAuditText } from '@perimeter/report/forms/ending';
import { reportForms } from '@perimeter/report/forms/forms';
import { renderTerminal, type TerminalOptions } from '@perimeter/report/terminal/terminal';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import type { ReportFormat } from '../audit/writing-arguments.ts';
import type { Environment, Output } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { jsonLine, jsonText } from '../output.ts';

/** How audits are written, and for which output. */
export interface TextOptions extends Pick<AuditArguments, 'colour' | 'csvByteOrderMark' | 'extent'> {
  /** True: JSON is the audit itself, not an array. */
  isSingle: boolean;
  env: Environment;
  output: Output;
}

/** A report with its accepted findings marked, and the score without them. */
function withAccepted({ report, accepted }: CompletedAudit): unknown {
  if (accepted === undefined || accepted.waived.size === 0) return report;
  const findings = report.findings.map((finding) => {
    const risk = accepted.waived.get(finding.fingerprint);
    if (risk === undefined) return finding;
    return { ...finding, accepted: { reason: risk.reason, owner: risk.owner ?? '', expires: risk.expires } };
  });
  return { ...report, findings, scoreWithAccepted: accepted.score };
}

/** An audit in JSON: its report, or why there is none. */
function dataOf(ending: AuditEnding): unknown {
  if (ending.ok) return withAccepted(ending);
  const { domain, scanMode, startedAt, completedAt, failure } = ending.failed;
  return { status: 'failed', domain, scanMode, startedAt, completedAt, failure };
}

function table(endings: readonly AuditEnding[], options: TerminalOptions): string {
  return endings
    .map((ending) =>
      ending.ok
        ? renderTerminal(ending.report, { ...options, accepted: ending.accepted })
        : `\n  ${ending.failed.domain}: the audit failed: ${failedAuditText(ending.failed)}\n`,
    )
    .join('');
}

/** Audits in one of the formats. */
export function auditText(format: ReportFormat, endings: readonly AuditEnding[], options: TextOptions): string {
  const { colour, csvByteOrderMark, extent, isSingle, env, output } = options;
  switch (format) {
    case 'table':
      return table(endings, { ...terminalOptions(colour, env, output), extent });
    case 'jsonl':
      return endings.map((ending) => jsonLine(dataOf(ending))).join('');
    case 'json':
      return jsonText(isSingle ? endings.map(dataOf)[0] : endings.map(dataOf));
    case 'csv':
      return renderCsv(endings, { byteOrderMark: csvByteOrderMark });
    default:
      return reportForms[format].render(endings);
  }
}
