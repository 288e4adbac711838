import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { dayMs } from '@perimeter/protocols/durations';
import { readEvidence } from '../evidence/evidence.ts';
import type { AuditMemory } from '../evidence/history/memory.ts';
import { judgeEvidence } from './report.ts';
import { judgeWithMemory, untilTicketsAreRefused } from './testing/remembering.ts';
import { labAudit } from './testing/lab-audit.ts';

type Done = Awaited<ReturnType<typeof labAudit>>;

const memoryOf = ({ memory }: Done): AuditMemory => memory ?? assert.fail('Nothing was remembered');

const outcomeIn = ({ report }: Done, id: string) =>
  report.modules.flatMap(({ checks }) => checks).find((check) => check.id === id) ?? assert.fail(`${id} was not asked`);

/** The same memory with dates this many days earlier. */
const aged = ({ sinceMs, keys, sessions }: AuditMemory, days: number): AuditMemory => ({
  sinceMs: sinceMs - days * dayMs,
  keys: keys.map((key) => ({
    ...key,
    firstSeenMs: key.firstSeenMs - days * dayMs,
    lastSeenMs: key.lastSeenMs - dayMs,
  })),
  sessions: sessions.map((session) => ({ ...session, receivedAtMs: session.receivedAtMs - days * dayMs })),
});

/** Asserts that nothing shown or stored contains session secrets, in any encoding. */
function assertNoSecrets(parts: readonly unknown[], { sessions }: AuditMemory): void {
  assert.ok(sessions.length > 0, 'No session was remembered');
  const shown = JSON.stringify(parts);
  for (const { ticket, secret } of sessions) {
    for (const text of [ticket, secret]) {
      const octets = Buffer.from(text, 'base64');
      for (const form of [text, octets.toString('base64url'), octets.toString('hex')]) {
        assert.ok(!shown.toLowerCase().includes(form.toLowerCase().slice(0, 40)));
      }
    }
  }
}

const ticketKey = 'tls-ticket-key-static';
const rotation = 'cert-key-not-rotated';

labTest('ticket-key.lab: nginx with a fixed ticket key accepts a ticket that is eight days old', async () => {
  const first = await judgeWithMemory(ticketKey, 'ticket-key.lab', 'deep', null);
  assert.equal(first.outcome.outcome, 'not-applicable');
  assertNoSecrets([first.evidence, first.outcome], first.memory);
  const memory = aged(first.memory, 8);
  const second = await labAudit('ticket-key.lab', { scanMode: 'deep', memory });
  assert.equal(outcomeIn(second, ticketKey).outcome, 'fail');
  const finding = second.report.findings.find(({ checkId }) => checkId === ticketKey);
  assert.equal(finding?.severity, 'low');
  assert.match(finding.description, /8 days ago still resumes/);
  assertNoSecrets([second.report, second.evidence], {
    ...memory,
    sessions: [...memory.sessions, ...memoryOf(second).sessions],
  });
  const evidence = readEvidence(JSON.parse(JSON.stringify(second.evidence)));
  const { id, completedAt: completedAtMs } = second.report;
  const again = judgeEvidence(evidence, { id, completedAtMs }, (where) => assert.fail(where));
  assert.deepEqual(again.ok && again.report, second.report, 'the report follows from the evidence alone');
});

labTest('ticket-keys.lab: a server that changes its key refuses the ticket of eight days ago', async () => {
  const first = await judgeWithMemory(ticketKey, 'ticket-keys.lab', 'deep', null);
  await untilTicketsAreRefused('ticket-keys.lab');
  const { outcome } = await judgeWithMemory(ticketKey, 'ticket-keys.lab', 'deep', aged(first.memory, 8));
  assert.equal(outcome.outcome, 'pass', outcome.reason);
  assert.match(outcome.reason, /A session ticket from 8 days ago is rejected/);
});

labTest('good.lab: the key that was there 400 days ago is told of, and one that came in its place', async () => {
  const first = await judgeWithMemory(rotation, 'good.lab', 'standard', null);
  assert.equal(first.outcome.outcome, 'not-applicable');
  const memory = aged(first.memory, 400);
  assert.ok(memory.keys.length > 0);
  const kept = await judgeWithMemory(rotation, 'good.lab', 'standard', memory);
  assert.ok(kept.outcome.outcome === 'informational', kept.outcome.reason);
  assert.match(kept.outcome.observations[0]?.description ?? '', /at least 400 days/);
  assert.deepEqual(
    kept.memory.keys.map(({ firstSeenMs }) => firstSeenMs),
    memory.keys.map(({ firstSeenMs }) => firstSeenMs),
  );
  const keys = memory.keys.map((key) => ({ ...key, spkiSha256: [...key.spkiSha256].toReversed().join('') }));
  const changed = await judgeWithMemory(rotation, 'good.lab', 'standard', { ...memory, keys });
  assert.equal(changed.outcome.outcome, 'pass', changed.outcome.reason);
  assert.equal(changed.memory.keys.length, memory.keys.length * 2);
});

labTest('a port that opened since the last audit is told of, and ports as they were are not', async () => {
  const sites = ['exposed2-stores.lab', 'good.lab'] as const;
  const [stores, good] = await Promise.all(
    sites.map(async (site) => {
      const { outcome, memory } = await judgeWithMemory('port-unexpected', site, 'standard', null);
      assert.equal(outcome.outcome, 'not-applicable');
      // Memory in which every port that is open today was closed.
      const ports = memory.ports?.map((one) => ({ ...one, open: [], closed: [...one.closed, ...one.open] }));
      const again = { ...memory, ...(ports === undefined ? {} : { ports }) };
      return (await judgeWithMemory('port-unexpected', site, 'standard', again)).outcome;
    }),
  );
  assert.ok(stores?.outcome === 'informational' && good !== undefined);
  assert.match(
    stores.observations.map(({ description }) => description).join('\n'),
    /TCP port 6379 \(Redis\) is open, and was closed/,
  );
  assert.equal(good.outcome, 'pass', good.reason);
});
