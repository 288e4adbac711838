import type { AuditResult } from '@perimeter/engine/runner/audit';
import type { Context } from '../../context.ts';
import { replaceFile } from '../../replace-file.ts';
import { say } from '../../say.ts';
import type { Target } from '../audit-targets.ts';

/** Evidence contains raw answers of the target, possibly with secrets. */
const ownerOnly = 0o600;

/** Writes the evidence of an audit; a failure is only reported. */
export function saveEvidence(pattern: string, { request }: Target, result: AuditResult, context: Context): void {
  const completedAtMs = result.ok ? result.report.completedAt : Date.now();
  const text = `${JSON.stringify({ id: request.id, completedAtMs, evidence: result.evidence })}\n`;
  try {
    replaceFile(pattern.replaceAll('{domain}', request.domain), text, ownerOnly);
  } catch {
    say(context, `Cannot write the evidence of ${request.domain}`);
  }
}
