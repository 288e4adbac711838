import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ehloReply } from '../../evidence/mail-transport/example.ts';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { seen, untested } from '../../evidence/observed.ts';
import { createSessionStore, exceptOptedOut, sessionKey, shareSessions, sharedForMs } from './shared-hosts.ts';

const mx = { host: 'mx.provider.net', address: '192.0.2.1', scanMode: 'standard' };

const session: VisitedSession = {
  observedAtMs: 1,
  greeting: { code: 220, lines: ['mx'] },
  greetingMs: 1,
  ehlo: seen(ehloReply()),
  startTls: seen({ outcome: 'not-offered' }),
  userCommands: untested('deep-mode-only'),
  injection: untested('deep-mode-only'),
  connections: 1,
};

test('of many concurrent audits one visits a server, and the others use its session for an hour', async () => {
  let now = 0;
  let visits = 0;
  const shared = shareSessions(createSessionStore(() => now));
  const visit = async (): Promise<VisitedSession> => {
    visits += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return session;
  };
  const all = await Promise.all(Array.from({ length: 100 }, () => shared.visit(mx, visit)));
  assert.equal(visits, 1);
  assert.equal(all.filter((one) => one.shared).length, 99);
  now = sharedForMs - 1;
  assert.equal((await shared.visit(mx, visit)).shared, true);
  now = sharedForMs;
  assert.equal((await shared.visit(mx, visit)).shared, false);
  assert.equal(visits, 2);
});

test('a stored session of an opted-out host is neither used nor stored', async () => {
  const store = createSessionStore();
  const optedOut = new Set<string>();
  const shared = exceptOptedOut(shareSessions(store), ({ host }) => optedOut.has(host));
  assert.deepEqual(await shared.visit(mx, async () => session), { session, shared: false });
  assert.deepEqual(await shared.visit(mx, async () => null), { session, shared: true });
  optedOut.add('mx.provider.net');
  assert.deepEqual(await shared.visit(mx, async () => null), { session: null, shared: false });
  const other = { ...mx, address: '192.0.2.2' };
  assert.equal((await shared.visit(other, async () => session)).shared, false);
  assert.equal(await store.read(sessionKey(other)), null);
});

test('a server that did not answer is visited again, and a failing store does no harm', async () => {
  let visits = 0;
  const fails = async (): Promise<never> => Promise.reject(new Error('store'));
  const shared = shareSessions({ read: fails, keep: fails });
  const visit = async (): Promise<VisitedSession | null> => {
    visits += 1;
    return visits === 1 ? null : session;
  };
  assert.equal((await shared.visit(mx, visit)).session, null);
  assert.deepEqual((await shared.visit(mx, visit)).session, session);
});
