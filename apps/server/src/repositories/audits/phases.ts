import { finding, type Finding } from '@perimeter/contract/finding';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** A finished phase of a running audit. */
export interface FinishedPhase {
  phase: string;
  elapsedMs: number;
  findings: readonly Finding[];
  checksJudged: number;
  checksInconclusive: number;
}

/** A stored phase, without its findings if the caller has seen them. */
export interface StoredPhase {
  number: number;
  phase: string;
  findingsCount: number;
  checksJudged: number | null;
  checksInconclusive: number | null;
  elapsedMs: number;
}

const many = z.array(finding);

/** Stores finished phases of a running audit; those of a restarted run replace earlier ones. */
export async function keepPhases(db: Kysely<Schema>, id: string, phases: readonly FinishedPhase[]): Promise<void> {
  for (const { phase, elapsedMs, findings, checksJudged, checksInconclusive } of phases) {
    const kept = {
      findings_count: findings.length,
      elapsed_ms: Math.max(0, Math.round(elapsedMs)),
      checks_judged: checksJudged,
      checks_inconclusive: checksInconclusive,
      findings: Buffer.from(JSON.stringify(findings)),
    };
    await db
      .insertInto('audit_phases')
      .values({ audit_id: id, phase, ...kept })
      .onConflict((conflict) => conflict.columns(['audit_id', 'phase']).doUpdateSet(kept))
      .execute();
  }
}

/** The finished phases of an audit (or of the one that it shares), in the order in which they finished. */
export async function findPhases(
  db: Kysely<Schema>,
  audit: Pick<AuditRow, 'id' | 'shares_with'>,
): Promise<StoredPhase[]> {
  const rows = await db
    .selectFrom('audit_phases')
    .select(['number', 'phase', 'findings_count', 'checks_judged', 'checks_inconclusive', 'elapsed_ms'])
    .where('audit_id', '=', audit.shares_with ?? audit.id)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    number: Number(row.number),
    phase: row.phase,
    findingsCount: row.findings_count,
    checksJudged: row.checks_judged,
    checksInconclusive: row.checks_inconclusive,
    elapsedMs: row.elapsed_ms,
  }));
}

/** The findings of phases in a range of numbers: a phase that finishes meanwhile belongs to the next answer. */
export async function findPhaseFindings(
  db: Kysely<Schema>,
  audit: Pick<AuditRow, 'id' | 'shares_with'>,
  { after, upTo }: { after: number; upTo: number },
): Promise<Finding[]> {
  const rows = await db
    .selectFrom('audit_phases')
    .select('findings')
    .where('audit_id', '=', audit.shares_with ?? audit.id)
    .where('number', '>', String(after))
    .where('number', '<=', String(upTo))
    .orderBy('number')
    .execute();
  return rows.flatMap(({ findings }) => many.parse(JSON.parse(findings.toString('utf8'))));
}
