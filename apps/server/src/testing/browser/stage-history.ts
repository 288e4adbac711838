import { randomUUID } from 'node:crypto';
import { gradeOf } from '@perimeter/contract/grade';
import { dayMs } from '@perimeter/protocols/durations';
import { fromAuditId } from '../../audits/audit-id.ts';
import type { Database } from '../../database/open.ts';

/**
 * A year of scores, oldest first: the policy changed after the twelfth and the twentieth, and one month has no audit.
 */
const scores = [31, 31, 38, 44, 44, 43, 49, 52, 52, 58, 61, 60, 71, 71, 74, 73, 79, 82, 82, 85, 80, 84, 84, 88];
const policyOf = (at: number): string => (at < 12 ? '1.4.0' : at < 20 ? '1.16.0' : '2.0.0');

/** Adds a year of earlier audits with deleted reports to the account of this audit. */
export async function addHistory({ db }: Database, latest: string): Promise<void> {
  const id = fromAuditId(latest) ?? '';
  const model = await db.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const endedAt = (at: number): Date => new Date(Date.now() - (scores.length - at) * 15 * dayMs);
  await db
    .insertInto('audits')
    .values(
      scores.map((_score, at) => ({
        id: randomUUID(),
        domain: model.domain,
        registrable_domain: model.registrable_domain,
        scan_mode: model.scan_mode,
        current_phase: model.current_phase,
        phases_total: model.phases_total,
        account_id: model.account_id,
        started_at: endedAt(at),
      })),
    )
    .execute();
  const made = await db
    .selectFrom('audits')
    .select(['id', 'started_at'])
    .where('domain', '=', model.domain)
    .where('account_id', '=', model.account_id)
    .where('status', '=', 'queued')
    .orderBy('started_at')
    .execute();
  for (const [at, audit] of made.entries()) {
    const total = scores[at] ?? 0;
    await db.updateTable('audits').set({ status: 'in_progress' }).where('id', '=', audit.id).execute();
    await db
      .updateTable('audits')
      .set({
        status: 'completed',
        percent: 100,
        phases_completed: model.phases_total,
        checks_executed: 100 + at,
        findings_count: 30 - at,
        score: total,
        grade: gradeOf(total),
        grade_status: at === 5 ? 'provisional' : 'final',
        policy_version: policyOf(at),
        severities: [at < 4 ? 1 : 0, at < 9 ? 2 : 0, 5, 23 - at],
        issues: [at < 4 ? 1 : 0, at < 9 ? 1 : 0, 4, 20 - at],
        uncapped: total,
        concluded_permille: 980,
        ended_at: audit.started_at,
        purged_at: new Date(),
      })
      .where('id', '=', audit.id)
      .execute();
  }
}

/**
 * Changes an audit so that it is the previous one of another: without some of its findings, and with some that were
 * fixed since.
 */
export async function changeEarlier({ db }: Database, earlier: string): Promise<void> {
  const id = fromAuditId(earlier) ?? '';
  const stored = await db
    .selectFrom('audit_reports')
    .select('body')
    .where('audit_id', '=', id)
    .executeTakeFirstOrThrow();
  const report: { findings: Record<string, unknown>[]; modules: { checks: { id: string; outcome: string }[] }[] } =
    JSON.parse(stored.body.toString());
  const [first, second] = report.findings;
  const checks = report.modules.flatMap((module) => module.checks);
  const passing = checks.filter(({ outcome }) => outcome === 'pass').slice(0, 2);
  const apart = checks.find(({ outcome }) => outcome === 'not-applicable');
  const fixed = [...passing, ...(apart === undefined ? [] : [apart])].map((check, at) => ({
    ...first,
    checkId: check.id,
    fingerprint: `${at}`.repeat(64),
    title: `Weakness of ${check.id}`,
  }));
  for (const check of checks) {
    if (check.id === second?.['checkId']) check.outcome = 'inconclusive';
    if (fixed.some(({ checkId }) => checkId === check.id)) check.outcome = 'fail';
  }
  const findings = [...fixed, ...report.findings.filter((finding) => finding !== first && finding !== second)];
  await db
    .updateTable('audit_reports')
    .set({ body: Buffer.from(JSON.stringify({ ...report, findings })), compared: null })
    .where('audit_id', '=', id)
    .execute();
}
