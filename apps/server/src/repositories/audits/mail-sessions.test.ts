import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { VisitedSession } from '@perimeter/engine/evidence/mail-transport/visited';
import { sessionKey, shareSessions } from '@perimeter/engine/net/smtp/shared-hosts';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/database.ts';
import { mailSessionStore } from './mail-sessions.ts';
import { addOptOut } from './opt-outs.ts';
import { purge } from './purge.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

const untested = { known: false, failure: { reason: 'not-tested', gap: 'deep-mode-only' } } as const;
const session: VisitedSession = {
  observedAtMs: 1,
  greeting: { code: 220, lines: ['mx.provider.net \u00e9'] },
  greetingMs: 12,
  ehlo: { known: true, value: { code: 250, lines: ['mx.provider.net', 'STARTTLS'] } },
  startTls: {
    known: true,
    value: {
      outcome: 'negotiated',
      version: 'TLSv1.3',
      suite: 0x1302,
      group: 0x11ec,
      served: ['MIIB'],
      ehlo: { known: true, value: { code: 250, lines: ['mx.provider.net'] } },
    },
  },
  userCommands: untested,
  injection: untested,
  connections: 1,
};

test('a worker uses a session that another one stored, for an hour; purging deletes it', async () => {
  const key = { host: 'mx.provider.net', address: '192.0.2.1', scanMode: 'standard' };
  const one = shareSessions(mailSessionStore(db));
  const other = shareSessions(mailSessionStore(db));
  assert.deepEqual(await one.visit(key, async () => session), { session, shared: false });
  assert.deepEqual(await other.visit(key, async () => null), { session, shared: true });
  await sql`update mail_sessions set kept_until = now() - interval '1 second'`.execute(db);
  assert.deepEqual(await other.visit(key, async () => null), { session: null, shared: false });
  await purge(db);
  assert.deepEqual(await db.selectFrom('mail_sessions').selectAll().execute(), []);
});

test("a host's sessions are deleted when its owner, or the owner of a parent domain, opts out", async () => {
  const store = mailSessionStore(db);
  const hosts = ['mx.provider.net', 'provider.net', 'notprovider.net', 'provider.net.example.org'];
  const keys = hosts.map((host) => sessionKey({ host, address: '192.0.2.1', scanMode: 'standard' }));
  for (const key of keys) await store.keep(key, session);
  const left = async () =>
    (await db.selectFrom('mail_sessions').select('key').orderBy('key').execute()).map(({ key }) => key.split(' ')[0]);
  await addOptOut(db, 'provider.net', 'asked');
  assert.deepEqual(await left(), ['notprovider.net', 'provider.net.example.org']);
  // Stored by a visit that was under way during the opt-out.
  for (const key of keys) await store.keep(key, session);
  await purge(db);
  assert.deepEqual(await left(), ['notprovider.net', 'provider.net.example.org']);
  await sql`delete from mail_sessions`.execute(db);
});

test('an unreadable row counts as no session', async () => {
  await sql`insert into mail_sessions values ('odd', '{"greeting":1}', now() + interval '1 hour')`.execute(db);
  assert.equal(await mailSessionStore(db).read('odd'), null);
});
