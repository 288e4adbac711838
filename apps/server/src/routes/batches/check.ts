import { type CheckedBatch, checkBatchBody, checkedBatch } from '@perimeter/contract/batch';
import { listedName } from '@perimeter/report/verdict/names';
import type { Http } from '../../http/http.ts';
import { limitPolicies } from '../../rate-limits/policies.data.ts';
import { auditedToday, optedOutOf } from '../../repositories/batches/batches.ts';
import type { StartParts } from '../audit/start/start-new.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { usageOf } from '../usage/usage-of.ts';
import { wordsReader } from './listed-words.ts';
import { readLines } from './read-lines.ts';

/** Maximum body of routes that take many domains, in bytes. */
export const bodyLimit = 1024 * 1024;

type Line = CheckedBatch['lines'][number];

async function judge(parts: StartParts, holder: ReturnType<typeof accountOf>, text: string): Promise<CheckedBatch> {
  const { db, metering } = parts;
  const { lines: read, leftOut } = readLines(text);
  const domains = [...new Set(read.flatMap(({ domain }) => (domain === null ? [] : [domain])))];
  const [today, out] = [await auditedToday(db, holder.accountId, domains), await optedOutOf(db, domains)];
  const wordsOf = await wordsReader(db, holder.accountId, domains);
  const seen = new Set<string>();
  const lines = read.map(({ words, ...found }): Line => {
    const { domain, reason } = found;
    const line = { ...found, listedAs: domain === null ? null : listedName(domain), words: wordsOf(domain, words) };
    if (domain === null) return { ...line, verdict: 'refused', reason };
    if (seen.has(domain)) return { ...line, verdict: 'duplicate' };
    if (out.has(domain)) return { ...line, verdict: 'refused', reason: 'Its owner has opted out of audits' };
    seen.add(domain);
    return { ...line, verdict: today.has(domain) ? 'audited_today' : 'valid' };
  });
  const { remaining, resetsAt, unlimited } = await usageOf(db, holder, metering);
  const cost = lines.filter(({ verdict }) => verdict === 'valid').length;
  return {
    lines,
    linesLeftOut: leftOut,
    credits: { cost, remaining: Math.max(0, remaining), resetsAt, unlimited },
    startsAMinute: limitPolicies.start[holder.plan],
  };
}

/** POST /api/batches/check */
export function checkRoute(http: Http, parts: StartParts): void {
  http.post(
    '/api/batches/check',
    {
      bodyLimit,
      schema: {
        tags: ['batch'],
        summary: 'Read a list of domains without starting anything',
        description:
          'Says of each line what it is taken for, what starting the valid ones costs, and what the columns tags, owner and note would change.',
        body: checkBatchBody,
        response: { 200: checkedBatch, ...problemResponses(...writeProblems, 'insufficient_scope') },
      },
    },
    async ({ principal, body }) => judge(parts, accountOf(principal), body.text),
  );
}
