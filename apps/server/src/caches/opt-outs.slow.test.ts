import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenForChanges } from '../database/changes.ts';
import { startEmbedded } from '../database/embedded/start.ts';
import { openDatabase } from '../database/open.ts';
import { openOptOutList } from './opt-outs.ts';
import { addOptOut, removeOptOut } from '../repositories/audits/opt-outs.ts';
import { startService } from '../process/service.ts';
import { heldEngine } from '../testing/held-engine.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { preparedDirectory } from '../testing/database.ts';

const server = await startEmbedded(await preparedDirectory());
const url = `postgres://${server.connection.user}@${encodeURIComponent(server.connection.host)}/${server.connection.database}`;
const database = await openDatabase({ kind: 'url', url }, () => undefined);
const changes = listenForChanges(database.connection, () => undefined);
while (!changes.isListening()) await sleep(5);
after(async () => {
  await changes.close();
  await database.close();
  await server.stop();
});
const { db } = database;

test('the list is loaded at start, follows every change, and covers subdomains', async (t) => {
  await addOptOut(db, 'before.example.net', 'asked');
  const list = await openOptOutList(db, changes, (error) => assert.fail(String(error)));
  t.after(list.close);
  /** Earlier notifications may still arrive: wait until the state is reached. */
  const becomes = async (host: string, expected: boolean): Promise<void> => {
    while (list.isOptedOut(host) !== expected) await sleep(5);
  };
  for (const [host, expected] of [
    ['before.example.net', true],
    ['www.before.example.net', true],
    ['notbefore.example.net', false],
    ['example.net', false],
  ] as const) {
    assert.equal(list.isOptedOut(host), expected, host);
  }
  await addOptOut(db, 'later.example.org', 'asked');
  await becomes('a.b.later.example.org', true);
  await removeOptOut(db, 'later.example.org');
  await becomes('a.b.later.example.org', false);
});

test('networks of both families are listed, and a network that is removed can be reached again', async (t) => {
  const list = await openOptOutList(db, changes, (error) => assert.fail(String(error)));
  t.after(list.close);
  const becomes = async (address: string, expected: string | null): Promise<void> => {
    while (list.networkOf(address) !== expected) await sleep(5);
  };
  for (const [network, within, beyond] of [
    ['203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', '2001:db8:6::1'],
  ] as const) {
    await addOptOut(db, network, 'asked');
    await becomes(within, network);
    assert.equal(list.networkOf(beyond), null);
    await removeOptOut(db, network);
    await becomes(within, null);
  }
});

test('an opt-out during an audit ends it at once, in whichever process it runs', async (t) => {
  const engine = heldEngine();
  const asked: boolean[] = [];
  const watched: typeof engine.engine = {
    ...engine.engine,
    runAudit: async (request, options) => {
      asked.push(options.optOuts?.isOptedOut('mx.provider.example') ?? assert.fail('The engine is given the list'));
      const result = await engine.engine.runAudit(request, options);
      asked.push(options.optOuts?.isOptedOut('mx.provider.example') ?? false);
      return result;
    },
  };
  const settings = testSettings('', { DATABASE_URL: url, PERIMETER_SECRET: 'x'.repeat(32) });
  const service = await startService(settings, watched, lazily);
  const other = await openDatabase({ kind: 'url', url }, () => undefined);
  t.after(async () => {
    await service.stop();
    await other.close();
  });
  const start = async (domain: string): Promise<string> => {
    const started = await service.http.inject({ method: 'POST', url: '/api/audit/start', payload: { domain } });
    return auditStarted.parse(started.json()).id;
  };
  const until = async (id: string, arrived: (state: AuditState) => boolean): Promise<AuditState> => {
    for (;;) {
      const state = auditState.parse((await service.http.inject(`/api/audit/${id}`)).json());
      if (arrived(state)) return state;
      await sleep(20);
    }
  };
  const [first, second] = [await start('held.audited.net'), await start('held.another.net')];
  while (engine.ran.length < 2) await sleep(20);
  // A second process, as the admin command is. Another owner opts out first: only the audit of that owner's domain
  // may end.
  await addOptOut(other.db, 'provider.example', 'asked');
  await addOptOut(other.db, 'another.net', 'asked');
  assert.equal((await until(second, ({ status }) => status === 'failed')).failure?.code, 'domain_opted_out');
  assert.equal((await until(first, () => true)).status, 'in_progress');
  await addOptOut(other.db, 'audited.net', 'asked');
  assert.equal((await until(first, ({ status }) => status === 'failed')).failure?.code, 'domain_opted_out');
  assert.deepEqual(asked, [false, false, true, true]);
});
