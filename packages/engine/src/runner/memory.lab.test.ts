import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { labTest } from '@perimeter/lab/harness';
import { dayMs } from '@perimeter/protocols/durations';
import { readEvidence } from '../evidence/evidence.ts';
import type { AuditMemory } from '../evidence/history/memory.ts';
import { readEngineSettings } from '../settings/read-settings.ts';
import { type AuditResult, runAudit } from './audit.ts';
import { judgeEvidence } from './report.ts';

type Done = Extract<AuditResult, { ok: true }>;

async function audit(domain: string, scanMode: 'standard' | 'deep', memory: AuditMemory | null): Promise<Done> {
  const read = readEngineSettings(process.env);
  assert.ok(read.ok);
  const request = { id: 'aud_lab', domain, registrableDomain: domain, scanMode } as const;
  const result = await runAudit(request, {
    settings: read.settings,
    memory,
    onBug: (where, error) => assert.fail(`${where}: ${String(error)}`),
  });
  assert.ok(result.ok);
  return result;
}

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
function assertNoSecrets({ report, evidence }: Done, { sessions }: AuditMemory): void {
  assert.ok(sessions.length > 0);
  const shown = JSON.stringify([report, evidence]);
  for (const { ticket, secret } of sessions) {
    for (const text of [ticket, secret]) {
      const octets = Buffer.from(text, 'base64');
      for (const form of [text, octets.toString('base64url'), octets.toString('hex')]) {
        assert.ok(!shown.toLowerCase().includes(form.toLowerCase().slice(0, 40)));
      }
    }
  }
}

labTest('ticket-key.lab: nginx with a fixed key still takes the ticket of eight days ago', async () => {
  const first = await audit('ticket-key.lab', 'deep', null);
  assert.equal(outcomeIn(first, 'tls-ticket-key-static').outcome, 'not-applicable');
  assertNoSecrets(first, memoryOf(first));
  const memory = aged(memoryOf(first), 8);
  const second = await audit('ticket-key.lab', 'deep', memory);
  assert.equal(outcomeIn(second, 'tls-ticket-key-static').outcome, 'fail');
  const finding = second.report.findings.find(({ checkId }) => checkId === 'tls-ticket-key-static');
  assert.equal(finding?.severity, 'low');
  assert.match(finding.description, /8 days ago still resumes/);
  assertNoSecrets(second, { ...memory, sessions: [...memory.sessions, ...memoryOf(second).sessions] });
  const evidence = readEvidence(JSON.parse(JSON.stringify(second.evidence)));
  const { id, completedAt: completedAtMs } = second.report;
  const again = judgeEvidence(evidence, { id, completedAtMs }, (where) => assert.fail(where));
  assert.deepEqual(again.ok && again.report, second.report, 'the report follows from the evidence alone');
});

/** One TLS 1.2 connection: its session for resumption, and whether it was resumed itself. */
async function connection(host: string, session?: Buffer): Promise<{ session: Buffer | undefined; reused: boolean }> {
  const socket = connect({ host, port: 443, servername: host, maxVersion: 'TLSv1.2', ...(session && { session }) });
  await once(socket, 'secureConnect');
  const seen = { session: socket.getSession(), reused: socket.isSessionReused() };
  socket.destroy();
  return seen;
}

const keyChangesWithinMs = 60_000;

/** Waits until a server has changed its ticket key. */
async function untilTicketsAreRefused(host: string): Promise<void> {
  const { session } = await connection(host);
  for (const deadlineMs = performance.now() + keyChangesWithinMs; ; await sleep(100)) {
    if (!(await connection(host, session)).reused) return;
    assert.ok(performance.now() < deadlineMs, 'The key did not change');
  }
}

labTest('ticket-keys.lab: a server that changes its key refuses the ticket of eight days ago', async () => {
  const first = await audit('ticket-keys.lab', 'deep', null);
  await untilTicketsAreRefused('ticket-keys.lab');
  const second = await audit('ticket-keys.lab', 'deep', aged(memoryOf(first), 8));
  const { outcome, reason } = outcomeIn(second, 'tls-ticket-key-static');
  assert.equal(outcome, 'pass', reason);
  assert.match(reason, /A session ticket from 8 days ago is rejected/);
});

labTest('good.lab: the key that was there 400 days ago is told of', async () => {
  const first = await audit('good.lab', 'standard', null);
  assert.equal(outcomeIn(first, 'cert-key-not-rotated').outcome, 'not-applicable');
  const memory = aged(memoryOf(first), 400);
  assert.ok(memory.keys.length > 0);
  const kept = await audit('good.lab', 'standard', memory);
  assert.equal(outcomeIn(kept, 'cert-key-not-rotated').outcome, 'informational');
  const told = kept.report.observations.find(({ checkId }) => checkId === 'cert-key-not-rotated');
  assert.match(told?.description ?? '', /at least 400 days/);
  assert.deepEqual(
    memoryOf(kept).keys.map(({ firstSeenMs }) => firstSeenMs),
    memory.keys.map(({ firstSeenMs }) => firstSeenMs),
  );
});

labTest('ticket-key.lab: a key that came in the place of another has been changed', async () => {
  const memory = aged(memoryOf(await audit('ticket-key.lab', 'standard', null)), 400);
  const keys = memory.keys.map((key) => ({ ...key, spkiSha256: key.spkiSha256.replaceAll(/[0-9a-f]/g, '0') }));
  const changed = await audit('ticket-key.lab', 'standard', { ...memory, keys });
  assert.equal(outcomeIn(changed, 'cert-key-not-rotated').outcome, 'pass');
  assert.deepEqual(memoryOf(changed).keys.length, memory.keys.length * 2);
});

labTest('a port that opened since the last audit is told of, and ports as they were are not', async () => {
  const sites = ['exposed2-stores.lab', 'good.lab'] as const;
  const [stores, good] = await Promise.all(
    sites.map(async (site) => {
      const first = await audit(site, 'standard', null);
      assert.equal(outcomeIn(first, 'port-unexpected').outcome, 'not-applicable');
      const memory = memoryOf(first);
      // Memory in which every port that is open today was closed.
      const ports = memory.ports?.map((one) => ({ ...one, open: [], closed: [...one.closed, ...one.open] }));
      return audit(site, 'standard', { ...memory, ...(ports === undefined ? {} : { ports }) });
    }),
  );
  assert.ok(stores !== undefined && good !== undefined);
  assert.equal(outcomeIn(stores, 'port-unexpected').outcome, 'informational');
  const told = stores.report.observations.filter(({ checkId }) => checkId === 'port-unexpected');
  assert.match(
    told.map(({ description }) => description).join('\n'),
    /TCP port 6379 \(Redis\) is open, and was closed/,
  );
  assert.equal(outcomeIn(good, 'port-unexpected').outcome, 'pass');
});
