import { auditList } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { toAuditId } from '../../../audits/audit-id.ts';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { meteredService, nobody } from '../../../testing/metered-service.ts';

const { db, account, get, start, ended } = await meteredService(deterministicEngine(1));

/** Inserts audits of an account at these times, in seconds since a fixed one; returns their ids. */
async function audits(accountId: string | null, seconds: readonly number[]): Promise<string[]> {
  const rows = seconds.map((second) => ({
    id: randomUUID(),
    domain: 'a.net',
    registrable_domain: 'a.net',
    scan_mode: 'standard' as const,
    current_phase: 'phase_a',
    phases_total: 1,
    started_at: new Date(1_700_000_000_000 + second * 1_000),
    account_id: accountId,
  }));
  if (rows.length > 0) await db.insertInto('audits').values(rows).execute();
  return rows.map(({ id }) => toAuditId(id));
}

test('with audits started between pages, paging lists each earlier audit of the account exactly once, newest first', async () => {
  const seconds = fc.array(fc.nat(6), { maxLength: 12 });
  const cases = fc.record({
    before: seconds,
    later: fc.array(seconds, { maxLength: 4 }),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, later, limit }) => {
      const [caller, other] = [await account(), await account()];
      const there = await audits(caller.accountId, before);
      await audits(other.accountId, before);
      const seen: { id: string; startedAt: number }[] = [];
      const news = [...later];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = auditList.parse(
          (await get(caller, `/api/audits?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)).json(),
        );
        assert.ok(page.audits.length === limit || page.nextCursor === null);
        seen.push(...page.audits);
        cursor = page.nextCursor;
        // New audits are newer than all existing ones.
        await audits(
          caller.accountId,
          (news.shift() ?? []).map((second) => second + 10),
        );
      }
      assert.deepEqual(
        seen
          .map(({ id }) => id)
          .filter((id) => there.includes(id))
          .toSorted(),
        there.toSorted(),
      );
      assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
      for (const [n, { startedAt }] of seen.entries()) assert.ok(n === 0 || startedAt <= (seen[n - 1]?.startedAt ?? 0));
    }),
    { numRuns: 40 },
  );
});

test('an audit in the list has its result and score', async () => {
  const caller = await account();
  const id = await start(caller, { domain: 'listed.net', private: true });
  await ended(caller, id);
  const failed = await start(caller, { domain: 'failing.net' });
  await ended(caller, failed);
  const { audits, nextCursor } = auditList.parse((await get(caller, '/api/audits')).json());
  assert.equal(nextCursor, null);
  assert.deepEqual(
    audits.map(({ id }) => id),
    [failed, id],
  );
  const { startedAt, endedAt, ...rest } = audits[1] ?? assert.fail();
  assert.ok(endedAt !== null && endedAt >= startedAt);
  const { completedAt } = z
    .object({ completedAt: z.number() })
    .parse((await get(caller, `/api/audit/${id}/report`)).json());
  assert.equal(endedAt, completedAt, 'as its report says');
  assert.deepEqual(rest, {
    id,
    domain: 'listed.net',
    scanMode: 'standard',
    status: 'completed',
    private: true,
    authority: false,
    authorityProof: null,
    percentComplete: 100,
    checksExecuted: 12,
    findingsCount: 0,
    policyVersion: '1',
    severities: { critical: 0, high: 0, medium: 0, low: 0 },
    issues: { critical: 0, high: 0, medium: 0, low: 0 },
    uncapped: 100,
    score: 100,
    grade: 'A+',
    gradeStatus: 'final',
    reportAvailable: true,
  });
  assert.deepEqual(
    [audits[0]?.failure?.code, audits[0]?.score, audits[0]?.reportAvailable],
    ['scan_timeout', null, false],
  );
});

test('the list requires an account, and accepts only its own cursors', async () => {
  const caller = await account();
  assert.equal(problem.parse((await get(nobody, '/api/audits')).json()).code, 'unauthorized');
  const odd = Buffer.from('[1,"x"]').toString('base64url');
  for (const query of ['cursor=x', `cursor=${odd}`, 'cursor=', 'limit=0', 'limit=101', 'limit=x', 'page=2']) {
    assert.equal(problem.parse((await get(caller, `/api/audits?${query}`)).json()).code, 'invalid_request', query);
  }
});
