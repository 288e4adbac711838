import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { auditEvents, heartbeatMs } from './event-stream.ts';

const audit = (version: number, ended = false): AuditWithElapsed => ({
  id: '00000000-0000-4000-8000-000000000000',
  domain: 'example.org',
  registrable_domain: 'example.org',
  scan_mode: 'standard',
  status: ended ? 'completed' : 'in_progress',
  current_phase: 'phase_x',
  phases_completed: 0,
  phases_total: 1,
  checks_executed: 0,
  findings_count: 0,
  percent: ended ? 100 : 0,
  failure: null,
  version,
  started_at: new Date(0),
  running_at: null,
  ended_at: ended ? new Date(1) : null,
  account_id: null,
  network: null,
  is_private: false,
  authority_at: null,
  is_passive: false,
  policy_version: null,
  severities: null,
  concluded_permille: null,
  uncapped: null,
  deadline_at: null,
  deadline_kind: null,
  issues: null,
  authority_by: null,
  authority_proof: null,
  shares_with: null,
  turn: 0,
  score: null,
  grade: null,
  grade_status: null,
  purged_at: null,
  elapsed_ms: 1,
});

/** A stream of an audit that the test changes, with control over its wake-ups. */
function streamOf(known = 0) {
  let now = audit(1);
  let wake: () => void = () => undefined;
  const gone = new AbortController();
  const watch = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    return { beyond: async () => promise, end: resolve };
  };
  const source = { id: now.id, accounts: [], changes: { watch }, read: async () => now, gone: gone.signal };
  return {
    events: auditEvents(source, now, known),
    gone,
    set: (next: AuditWithElapsed) => {
      now = next;
    },
    wake: () => wake(),
  };
}

const settle = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

test('an idle stream sends a heartbeat every 15 seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { events } = streamOf(1);
    assert.equal((await events.next()).value, 'retry: 2000\n\n');
    for (const _ of [1, 2]) {
      const next = events.next();
      await settle();
      mock.timers.tick(heartbeatMs - 1);
      assert.equal(await Promise.race([next, settle().then(() => 'nothing')]), 'nothing');
      mock.timers.tick(1);
      assert.equal((await next).value, ':\n\n');
    }
  } finally {
    mock.timers.reset();
  }
});

test('a change while the last event is being written is not lost', async () => {
  const { events, set } = streamOf();
  await events.next();
  assert.match(String((await events.next()).value), /^id: 1\n/);
  set(audit(2));
  assert.match(String((await events.next()).value), /^id: 2\n/);
  set(audit(5, true));
  assert.match(String((await events.next()).value), /^id: 5\n/);
  assert.equal((await events.next()).done, true);
});

test('a stream that wakes without a change ends, so that the client reconnects', async () => {
  const { events, wake } = streamOf(1);
  await events.next();
  const next = events.next();
  await settle();
  wake();
  assert.equal((await next).done, true);
});

test('a stream ends when its client disconnects', async () => {
  const { events, gone } = streamOf(1);
  await events.next();
  const next = events.next();
  await settle();
  gone.abort();
  assert.equal((await next).done, true);
});
