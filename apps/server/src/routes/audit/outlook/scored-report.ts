import { categoryKey } from '@perimeter/contract/category';
import { confidence, severity } from '@perimeter/contract/finding';
import { outcomeKind } from '@perimeter/contract/report';
import { grade } from '@perimeter/contract/grade';
import { storedOutcomes, type StoredOutcomes } from '@perimeter/engine/runner/report/stored-outcomes';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { SealedReport } from '../../../audits/sealed-report.ts';

/** The parts of a stored report that scoring and waivers need: parsing only these is fast. */
const scoredReport = z.object({
  domain: z.string(),
  score: z.object({
    total: z.int(),
    grade,
    policyVersion: z.string(),
    notAPlus: z.array(z.string()),
    caps: z.array(z.object({ limit: z.int(), reason: z.string(), circumstance: z.string().optional() })),
  }),
  modules: z.array(
    z.object({
      category: categoryKey,
      checks: z.array(z.object({ id: z.string(), title: z.string(), outcome: outcomeKind, reason: z.string() })),
    }),
  ),
  findings: z.array(
    z.object({
      checkId: z.string(),
      cvss: z.number(),
      confidence,
      fingerprint: z.string(),
      title: z.string(),
      severity,
      host: z.string(),
    }),
  ),
  coverage: z.object({
    openAddresses: z.array(z.string()).optional(),
    refusingAddresses: z.array(z.string()).optional(),
    unreadDocument: z.string().optional(),
  }),
});
export type StoredScore = z.infer<typeof scoredReport> & { outcomes: StoredOutcomes | null };

/** Recently used reports, because each choice on the page sends another request. */
const known = new Map<string, StoredScore>();
const maxKnown = 16;

/** The cached scoring data of a report's digest. */
export const knownScore = (digest: string): StoredScore | undefined => known.get(digest);

/** The scoring data of a stored report, cached by its digest. */
export function storedScore({ body, sha256 }: SealedReport): StoredScore {
  const digest = sha256.toString('hex');
  const found = known.get(digest);
  if (found !== undefined) return found;
  const read = scoredReport.parse(JSON.parse(body.toString()));
  const score = { ...read, outcomes: storedOutcomes(read) };
  known.set(digest, score);
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  return score;
}

/** The outcomes of a stored report under the current policy. Throws policy_changed if another policy scored it. */
export function requireOutcomes({ score, outcomes }: StoredScore): StoredOutcomes {
  if (outcomes !== null) return outcomes;
  throw new AppError('policy_changed', {
    detail: `The report was scored by policy ${score.policyVersion}; audit the domain again`,
  });
}
