import assert from 'node:assert/strict';
import { constants, randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { createServer as createTcpServer } from 'node:net';
import { createServer, type SecureVersion, type TlsOptions } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { dayMs } from '@perimeter/protocols/durations';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import { historyEvidence, type HistoryEvidence } from '../../evidence/history/schema.ts';
import { auditMemory, type AuditMemory } from '../../evidence/history/memory.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { goodEndpoint, refusedVersion } from '../../evidence/tls/example.ts';
import { testContext } from '../testing/context.ts';
import { historyProbe } from './probe.ts';

const firstMs = Date.parse('2026-11-01T00:00:00Z');
const allowNetworks = ['127.0.0.0/8'];

/** A server with one key for all its tickets, until the key is changed. */
async function start(t: TestContext, options: TlsOptions = {}) {
  const server = createServer({ ...serverCertificate, ticketKeys: randomBytes(48), ...options }, (socket) =>
    socket.on('error', () => {}),
  );
  server.on('tlsClientError', () => {});
  const port = await takeFreePort(server);
  t.after(() => server.close());
  return { port, rotate: () => server.setTicketKeys(randomBytes(48)), stop: () => server.close() };
}

interface Audit {
  evidence: HistoryEvidence;
  memory: AuditMemory | null;
  connections: number;
}

interface Conditions {
  days: number;
  earlier?: AuditMemory | null;
  scanMode?: 'standard' | 'deep';
  endpoint?: Partial<TlsEndpoint>;
}

/** Runs only the history probe, this many days after the first audit. */
async function audit(
  port: number,
  { days, earlier = null, scanMode = 'deep', endpoint = {} }: Conditions,
  remembers = true,
): Promise<Audit> {
  const controller = new AbortController();
  const startedAtMs = firstMs + days * dayMs;
  const context = testContext({
    target: { domain: 'a.test', scanMode, startedAtMs },
    settings: { allowNetworks },
    signal: controller.signal,
  });
  const { target } = context;
  const tls = { endpoints: [{ ...goodEndpoint, address: '127.0.0.1', port, serverName: 'a.test', ...endpoint }] };
  try {
    const result = await historyProbe.run(remembers ? { ...context, memory: earlier } : context, { target, tls });
    const evidence = historyEvidence.parse(result.evidence);
    const sinceMs = earlier?.sinceMs ?? startedAtMs;
    assert.equal(result.remember?.sessions !== undefined, remembers);
    const left = auditMemory.parse({ sinceMs, keys: [], sessions: result.remember?.sessions ?? [] });
    return { evidence, memory: remembers ? left : null, connections: context.dialer.opened };
  } finally {
    controller.abort();
  }
}

const resumedIn = ({ evidence }: Audit): boolean | string | null => {
  const [session] = evidence.sessions;
  if (session === undefined) return null;
  return session.resumed.known ? session.resumed.value.resumed : session.resumed.failure.reason;
};
const agesIn = ({ memory }: Audit, days: number): number[] =>
  (memory?.sessions ?? []).map(({ receivedAtMs }) => days - (receivedAtMs - firstMs) / dayMs);

for (const version of ['TLSv1.2', 'TLSv1.3'] as const satisfies readonly SecureVersion[]) {
  test(`${version}: a ticket of eight days ago is resumed while its key is unchanged, and refused afterwards`, async (t) => {
    const { port, rotate } = await start(t, { maxVersion: version });
    const first = await audit(port, { days: 0 });
    assert.deepEqual([first.connections, resumedIn(first), agesIn(first, 0)], [1, null, [0]]);
    const young = await audit(port, { days: 3, earlier: first.memory });
    assert.deepEqual([young.connections, resumedIn(young), agesIn(young, 3)], [0, 'not-tested', [3]]);
    const ripe = await audit(port, { days: 8, earlier: young.memory });
    assert.deepEqual([ripe.connections, resumedIn(ripe)], [1, true]);
    assert.equal(ripe.evidence.sessions[0]?.version, version);
    assert.ok(agesIn(ripe, 8).includes(8), 'what works is offered again next time');
    rotate();
    const rotated = await audit(port, { days: 9, earlier: ripe.memory });
    assert.deepEqual([rotated.connections, resumedIn(rotated)], [1, false]);
    assert.ok(agesIn(rotated, 9).every((age) => age < 7));
    const after = await audit(port, { days: 17, earlier: rotated.memory });
    assert.equal(resumedIn(after), true, 'the ticket of the new key is asked for in its turn');
  });
}

test('the evidence contains neither ticket nor secret', async (t) => {
  const { port } = await start(t);
  const first = await audit(port, { days: 0 });
  const [saved] = first.memory?.sessions ?? [];
  assert.ok(saved !== undefined && saved.ticket.length > 100 && saved.secret.length >= 43);
  const ripe = await audit(port, { days: 8, earlier: first.memory });
  const text = JSON.stringify(ripe.evidence);
  assert.equal(resumedIn(ripe), true);
  for (const secret of [saved.ticket, saved.secret]) {
    assert.ok(!text.includes(secret));
    assert.ok(!text.includes(Buffer.from(secret, 'base64').toString('hex')));
  }
});

test('without memory, or in standard mode, no connection is made and no ticket received', async (t) => {
  const { port } = await start(t);
  const [forgetful, standard] = [
    await audit(port, { days: 0 }, false),
    await audit(port, { days: 0, scanMode: 'standard' }),
  ];
  assert.deepEqual([forgetful.connections, forgetful.evidence], [0, { sinceMs: null, keys: [], sessions: [] }]);
  assert.deepEqual([standard.connections, standard.memory?.sessions], [0, []]);
});

test('a standard audit keeps the tickets of a deep one', async (t) => {
  const { port } = await start(t);
  const first = await audit(port, { days: 0 });
  const standard = await audit(port, { days: 8, scanMode: 'standard', earlier: first.memory });
  assert.deepEqual([standard.connections, agesIn(standard, 8)], [0, [8]]);
});

test('a server that does not answer has not refused: its ticket is kept for the next audit', async (t) => {
  const { port, stop } = await start(t);
  const first = await audit(port, { days: 0 });
  stop();
  const gone = await audit(port, { days: 8, earlier: first.memory });
  assert.deepEqual([resumedIn(gone), agesIn(gone, 8)], ['refused', [8]]);
});

test('a ticket of a version that is no longer accepted is deleted, and one of the other version received', async (t) => {
  const { port } = await start(t, { maxVersion: 'TLSv1.2' });
  const first = await audit(port, { days: 0 });
  const newer = await start(t, { minVersion: 'TLSv1.3' });
  const earlier = {
    sinceMs: firstMs,
    keys: [],
    sessions: first.memory?.sessions.map((one) => ({ ...one, port: newer.port })) ?? [],
  };
  const versions = goodEndpoint.versions.map((one) => (one.version === 'TLSv1.2' ? refusedVersion('TLSv1.2') : one));
  const second = await audit(newer.port, { days: 8, earlier, endpoint: { versions } });
  assert.deepEqual([resumedIn(second), second.memory?.sessions.map(({ version }) => version)], [null, ['TLSv1.3']]);
});

test('a server without tickets leaves nothing to store', async (t) => {
  const { port } = await start(t, { maxVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_TICKET });
  const first = await audit(port, { days: 0 });
  assert.deepEqual([first.connections, first.memory?.sessions], [1, []]);
});

test('an invalid ticket is refused without an internal error', async (t) => {
  const { port } = await start(t, { maxVersion: 'TLSv1.2' });
  const first = await audit(port, { days: 0 });
  const [saved] = first.memory?.sessions ?? [];
  assert.ok(saved !== undefined);
  const broken = { ...saved, ticket: randomBytes(200).toString('base64'), secret: '' };
  const earlier = { sinceMs: firstMs, keys: [], sessions: [broken] };
  assert.equal(resumedIn(await audit(port, { days: 8, earlier })), false);
});

/** A server that answers every hello by one fatal alert. */
async function startAlerting(t: TestContext, alert: number): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Uint8Array.of(21, 3, 3, 0, 2, 2, alert)));
  });
  t.after(() => server.close());
  return takeFreePort(server);
}

test('an alert about the ticket is a refusal, one about the server leaves it open', async (t) => {
  const { port } = await start(t, { maxVersion: 'TLSv1.2' });
  const first = await audit(port, { days: 0 });
  const offered = async (alert: number) => {
    const other = await startAlerting(t, alert);
    const sessions = (first.memory?.sessions ?? []).map((one) => ({ ...one, port: other }));
    const ripe = await audit(other, { days: 8, earlier: { sinceMs: firstMs, keys: [], sessions } });
    return [resumedIn(ripe), agesIn(ripe, 8)];
  };
  const [illegalParameter, internalError] = [47, 80];
  assert.deepEqual(await offered(illegalParameter), [false, []]);
  assert.deepEqual(await offered(internalError), ['tls', [8]]);
});

test('tickets are deleted after six weeks, and those with a future date at once', async (t) => {
  const { port } = await start(t);
  const first = await audit(port, { days: 0 });
  const late = await audit(port, { days: 43, earlier: first.memory });
  assert.deepEqual([resumedIn(late), agesIn(late, 43)], [null, [0]]);
  const early = await audit(port, { days: -1, earlier: first.memory });
  assert.deepEqual([resumedIn(early), agesIn(early, -1)], [null, [0]]);
});
