import type { AfterFixes } from '@perimeter/contract/score';
import { applyWaivers } from '@perimeter/contract/waiver/apply';
import type { AppliedWaivers, Waiver } from '@perimeter/contract/waiver/waiver';
import type { StoredScore } from '../audit/outlook/scored-report.ts';
import type { Principal } from '../../credentials/principal.ts';
import { listWaivers } from '../../repositories/sharing/waivers.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { toWaiver } from './to-waiver.ts';

/** A caller's waivers for a domain: those of the account; none for anonymous callers. */
export const waiversFor = async (db: Db, principal: Principal, domain: string): Promise<Waiver[]> =>
  principal.kind === 'account' ? (await listWaivers(db, principal.accountId, domain)).map(toWaiver) : [];

const noReport = { findings: [], modules: [] };

/**
 * The effect of waivers on a report at a time; null without waivers. scoreWithWaivers is null if another policy scored
 * the report.
 */
export function applied(
  waivers: readonly Waiver[],
  score: StoredScore | null,
  nowMs: number,
): Pick<AppliedWaivers, 'waivers' | 'waived'> & { scoreWithWaivers: AfterFixes | null } {
  const { effects, waived } = applyWaivers(waivers, score ?? noReport, nowMs);
  return {
    waivers: effects.map(({ waiver, ...effect }) => ({ ...waiver, ...effect })),
    waived: [...waived.keys()],
    scoreWithWaivers: score?.outcomes?.without(new Set(waived.keys())) ?? null,
  };
}
