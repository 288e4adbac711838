import { report } from '@perimeter/contract/report';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromAuditId } from '../../audits/audit-id.ts';
import { addOptOut, removeOptOut } from '../../repositories/audits/opt-outs.ts';
import { findAudit } from '../../repositories/audits/audits.ts';
import { purge } from '../../repositories/audits/purge.ts';
import { statementsFor } from '../../repositories/audits/statements.ts';
import { acceptStart } from './start/accept.ts';
import { heldEngine } from '../../testing/held-engine.ts';
import { meteredService, nobody, type Caller } from '../../testing/metered-service.ts';

const { engine, ran, authorized, release } = heldEngine();
const service = await meteredService(engine, { PERIMETER_CONCURRENCY: '8', PERIMETER_ANONYMOUS_CREDITS: '1000' });
const { db, account, get, post, cancel, start, until, ended, costOf } = service;

const running = async (caller: Caller, id: string) => until(caller, id, ({ status }) => status === 'in_progress');
const runsOf = (domain: string): number => ran.filter((name) => name === domain).length;
const codeOf = (answer: { json: () => unknown }): unknown => Reflect.get(Object(answer.json()), 'code');
const reportOf = async (caller: Caller, id: string) =>
  report.parse((await get(caller, `/api/audit/${id}/report`)).json());

const ceilings = { domain: null, address: null, authority: null };

test('starts of a target that is being measured share the measurement, each with its own report and at no cost', async () => {
  const [first, second] = [await account(), await account()];
  const measuring = await start(first, { domain: 'held-shared.net' });
  await running(first, measuring);
  const others = [
    await start(second, { domain: 'held-shared.net' }),
    await start(first, { domain: 'held-shared.net' }),
    await start(nobody, { domain: 'held-shared.net' }),
  ];
  const deep = await start(second, { domain: 'held-shared.net', scanMode: 'deep' });
  release('held-shared.net');
  for (const id of [measuring, ...others, deep]) assert.equal((await ended(nobody, id)).status, 'completed');
  assert.equal(runsOf('held-shared.net'), 2, 'another mode is another measurement');
  assert.equal(await costOf(measuring), 1);
  const original = await reportOf(nobody, measuring);
  for (const id of others) {
    assert.equal(await costOf(id), 0);
    assert.deepEqual(await reportOf(nobody, id), { ...original, id });
  }
});

test('a start shares a measurement that has just ended, and still passes through every state', async () => {
  const caller = await account();
  const first = await start(caller, { domain: 'kept.net' });
  await ended(caller, first);
  const second = await post(await account(), { domain: 'kept.net' });
  assert.equal(second.json().status, 'queued');
  const id = String(second.json().id);
  const state = await ended(nobody, id);
  assert.deepEqual([state.status, state.percentComplete, state.phasesCompleted], ['completed', 100, state.phasesTotal]);
  assert.equal((await reportOf(nobody, id)).id, id);
  assert.deepEqual([runsOf('kept.net'), await costOf(id)], [1, 0]);
});

test('a measurement that is too old, or that failed, is repeated', async () => {
  const caller = await account();
  const old = await start(caller, { domain: 'aged.net' });
  await ended(caller, old);
  // Disable the guard trigger to change an audit that has ended.
  await sql`alter table audits disable trigger audits_guard`.execute(db);
  await db
    .updateTable('audits')
    .set({ ended_at: new Date(Date.now() - 301_000) })
    .where('id', '=', fromAuditId(old))
    .execute();
  await sql`alter table audits enable trigger audits_guard`.execute(db);
  await ended(caller, await start(caller, { domain: 'aged.net' }));
  assert.equal(runsOf('aged.net'), 2);
  const failing = await start(caller, { domain: 'failing.net' });
  await ended(caller, failing);
  await ended(caller, await start(caller, { domain: 'failing.net' }));
  assert.equal(runsOf('failing.net'), 2);
});

test('an audit that shares a failing audit fails with it', async () => {
  const caller = await account();
  const first = await start(caller, { domain: 'held.failing.net' });
  await running(caller, first);
  const second = await start(await account(), { domain: 'held.failing.net' });
  release('held.failing.net');
  for (const id of [first, second]) {
    assert.equal((await ended(nobody, id)).failure?.code, 'scan_timeout');
    assert.equal(await costOf(id), 0);
  }
});

test("only its account shares a private audit's measurement, during and after it", async () => {
  const [owner, stranger] = [await account(), await account()];
  const secret = await start(owner, { domain: 'held-private.net', private: true });
  await running(owner, secret);
  const own = await start(owner, { domain: 'held-private.net' });
  const foreign = await start(stranger, { domain: 'held-private.net' });
  await running(owner, own);
  const waiting = (await get(stranger, `/api/audit/${foreign}`)).json();
  assert.deepEqual([waiting.status, waiting.percentComplete, waiting.currentPhase], ['queued', 0, 'phase_dns_zone']);
  release('held-private.net');
  for (const [caller, id] of [
    [owner, secret],
    [owner, own],
    [stranger, foreign],
  ] as const)
    await ended(caller, id);
  assert.equal(runsOf('held-private.net'), 2);
  assert.deepEqual([await costOf(secret), await costOf(own), await costOf(foreign)], [1, 0, 1]);
});

test('for everyone but its account a private audit gets the same 404 as an unknown one, on every path', async () => {
  const [owner, stranger] = [await account(), await account()];
  const id = await start(owner, { domain: 'secret.net', private: true });
  await ended(owner, id);
  const unknown = 'aud_00000000-0000-4000-8000-000000000000';
  const strip = ({ date: _date, 'x-request-id': _id, ...rest }: Record<string, unknown>) => rest;
  const bodyOf = ({ body, headers }: Awaited<ReturnType<typeof get>>) =>
    body.replace(String(headers['x-request-id']), '');
  for (const path of ['', '/report']) {
    assert.equal((await get(owner, `/api/audit/${id}${path}`)).statusCode, 200);
    for (const caller of [stranger, nobody]) {
      const [hidden, absent] = [
        await get(caller, `/api/audit/${id}${path}`),
        await get(caller, `/api/audit/${unknown}${path}`),
      ];
      assert.deepEqual([hidden.statusCode, bodyOf(hidden)], [404, bodyOf(absent)]);
      assert.deepEqual(strip(hidden.headers), strip(absent.headers));
    }
  }
  const [hidden, absent] = [await cancel(stranger, id), await cancel(stranger, unknown)];
  assert.deepEqual([hidden.statusCode, codeOf(hidden)], [absent.statusCode, codeOf(absent)]);
});

test('audits with stated authority are measured separately, record who stated it and when, and grant no access', async () => {
  const [first, second] = [await account(), await account()];
  const domain = 'held-own.net';
  const without = await start(first, { domain });
  await running(first, without);
  const stated = await start(second, { domain, authority: true });
  const same = await start(nobody, { domain, authority: true });
  const left = await start(second, { domain, authority: false });
  release(domain);
  for (const id of [without, stated, same, left]) assert.equal((await ended(nobody, id)).status, 'completed');
  assert.deepEqual([runsOf(domain), authorized], [2, [domain]]);
  assert.deepEqual(await Promise.all([without, stated, same, left].map(costOf)), [1, 1, 0, 0]);
  const kept = await Promise.all(
    [without, stated, same].map(async (id) => findAudit(db, fromAuditId(id) ?? assert.fail())),
  );
  assert.deepEqual(
    kept.map((row) => row?.authority_by),
    [null, `account:${second.accountId}`, 'network:127.0.0.1'],
  );
  for (const row of kept) assert.deepEqual(row?.authority_at, row?.authority_by === null ? null : row?.started_at);
  const listed = (await get(second, '/api/audits')).json().audits;
  assert.deepEqual(
    listed.map(({ id, authority }: { id: string; authority: boolean }) => [id, authority]),
    [
      [left, false],
      [stated, true],
    ],
  );
  await addOptOut(db, 'out-own.net', 'asked by mail');
  assert.equal(codeOf(await post(second, { domain: 'out-own.net', authority: true })), 'domain_opted_out');
  for (const body of [{ authority: 'yes' }, { authorities: true }])
    assert.equal(codeOf(await post(second, { domain, ...body })), 'invalid_request');
  const key = { 'idempotency-key': 'authority' };
  assert.equal((await post(first, { domain: 'once-own.net', authority: false }, key)).statusCode, 202);
  assert.equal((await post(first, { domain: 'once-own.net' }, key)).headers['idempotency-replayed'], 'true');
  assert.equal(codeOf(await post(first, { domain: 'once-own.net', authority: true }, key)), 'idempotency_mismatch');
});

test('a service that assumes authority records the operator as its author, unless the caller stated it', async () => {
  const parts = {
    db,
    queue: { enqueue: async (): Promise<void> => {} },
    phasesOf: () => ['phase_a'] as const,
    addressesOf: async () => [],
    metering: {
      anonymousCredits: 10,
      adminCredits: null,
      shareSeconds: 0,
      assumesAuthority: true,
      active: 'all',
      ceilings,
    } as const,
  };
  const network = '192.0.2.15';
  const keptOf = async (domain: string, authority: boolean): Promise<string | null | undefined> => {
    const { started } = await acceptStart(
      parts,
      { kind: 'anonymous', network },
      {
        domain: { ascii: domain, unicode: domain, registrableDomain: domain },
        scanMode: 'deep',
        private: null,
        authority,
        idempotencyKey: null,
      },
    );
    return (await findAudit(db, fromAuditId(started.id) ?? assert.fail()))?.authority_by;
  };
  assert.deepEqual(
    [await keptOf('assumed.net', false), await keptOf('stated.net', true)],
    ['operator', `network:${network}`],
  );
});

test('the operator decides which callers may cause sweeps, and audits without sweeps are measured separately', async () => {
  const kinds = ['all', 'accounts', 'authority'] as const;
  const own = await account();
  const stranger = { kind: 'anonymous', network: '192.0.2.16' } as const;
  const holder = {
    kind: 'account',
    personId: null,
    role: null,
    accountId: own.accountId ?? assert.fail(),
    isAdmin: false,
    ofAdmin: false,
    lacksFactor: false,
    plan: 'free',
    isConfirmed: true,
    isLeaving: false,
    via: 'key',
    credentialId: '00000000-0000-4000-8000-000000000000',
    scopes: [],
  } as const;
  const passiveOf = async (
    active: (typeof kinds)[number],
    who: typeof stranger | typeof holder,
    authority: boolean,
  ) => {
    const domain = `swept-${randomUUID()}.net`;
    const parts = {
      db,
      queue: { enqueue: async (): Promise<void> => {} },
      phasesOf: () => ['phase_a'] as const,
      addressesOf: async () => [],
      metering: {
        anonymousCredits: 100,
        adminCredits: null,
        shareSeconds: 60,
        assumesAuthority: false,
        active,
        ceilings,
      },
    };
    const request = {
      domain: { ascii: domain, unicode: domain, registrableDomain: domain },
      scanMode: 'standard' as const,
      private: null,
      authority,
      idempotencyKey: null,
    };
    const row = async (over: typeof parts) => {
      const { started } = await acceptStart(over, who, request);
      return (await findAudit(db, fromAuditId(started.id) ?? assert.fail())) ?? assert.fail();
    };
    const first = await row(parts);
    const other = await row({ ...parts, metering: { ...parts.metering, active: 'all' } });
    assert.equal(other.shares_with, first.is_passive ? null : first.id);
    return first.is_passive;
  };
  const seen = [];
  for (const active of kinds)
    for (const who of [stranger, holder])
      for (const authority of [false, true])
        if (await passiveOf(active, who, authority))
          seen.push(`${active} ${who.kind} ${authority ? 'stated' : ''}`.trim());
  assert.deepEqual(seen, [
    'accounts anonymous',
    'accounts anonymous stated',
    'authority anonymous',
    'authority account',
  ]);
});

test('a statement of authority is kept for 24 months, even without its audit and account', async () => {
  const own = await account();
  const domain = 'claimed-own.net';
  const id = await start(own, { domain: `www.${domain}`, authority: true });
  await ended(own, id);
  await db.deleteFrom('accounts').where('id', '=', own.accountId).execute();
  const kept = async () => (await statementsFor(db, domain)).map((one) => [one.domain, one.by]);
  assert.deepEqual(await kept(), [[`www.${domain}`, `account:${own.accountId}`]]);
  await purge(db);
  assert.equal((await kept()).length, 1);
  await sql`update authority_statements set stated_at = now() - interval '24 months 1 day' where domain = ${`www.${domain}`}`.execute(
    db,
  );
  await purge(db);
  assert.deepEqual(await kept(), []);
  assert.deepEqual(await statementsFor(db, 'own.net'), []);
});

test('anonymous callers cannot make an audit private', async () => {
  const answer = await post(nobody, { domain: 'hidden.net', private: true });
  assert.equal(codeOf(answer), 'invalid_request');
  assert.equal(answer.json().errors[0].pointer, '/private');
});

test('its account or network may read and cancel an audit, others may only read it by its id', async () => {
  const [owner, stranger] = [await account(), await account()];
  const callers = { owner, stranger, nobody };
  const expected = [
    { by: owner, private: true, sees: ['owner'], cancels: ['owner'] },
    { by: owner, private: false, sees: ['owner', 'stranger', 'nobody'], cancels: ['owner'] },
    { by: nobody, private: false, sees: ['owner', 'stranger', 'nobody'], cancels: ['nobody'] },
  ];
  for (const [n, { by, sees, cancels, ...body }] of expected.entries()) {
    const id = await start(by, { domain: `matrix-${n}.net`, private: body.private });
    await ended(by, id);
    for (const [name, caller] of Object.entries(callers)) {
      assert.equal(
        (await get(caller, `/api/audit/${id}`)).statusCode,
        sees.includes(name) ? 200 : 404,
        `${n} ${name} sees`,
      );
      assert.equal(
        codeOf(await cancel(caller, id)),
        cancels.includes(name) ? 'audit_ended' : 'audit_not_found',
        `${n} ${name} cancels`,
      );
    }
  }
});

test('an audit that is cancelled while queued or running has failed, and its credit is refunded', async () => {
  const caller = await account();
  const held = await start(caller, { domain: 'held-stop.net' });
  await running(caller, held);
  const waits = await start(caller, { domain: 'b.held-stop.net' });
  for (const id of [waits, held]) {
    const answer = await cancel(caller, id);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(
      [answer.json().status, answer.json().failure],
      ['failed', { code: 'cancelled', message: 'The audit was cancelled', retryable: false }],
    );
    assert.equal(await costOf(id), 0);
    const again = await cancel(caller, id);
    assert.deepEqual([again.statusCode, codeOf(again), again.json().auditStatus], [409, 'audit_ended', 'failed']);
  }
  assert.equal(codeOf(await get(caller, `/api/audit/${held}/report`)), 'audit_failed');
  assert.equal(runsOf('b.held-stop.net'), 0);
});

test('when the measuring audit is cancelled, the first that shares it measures instead', async () => {
  const [first, second] = [await account(), await account()];
  const measuring = await start(first, { domain: 'held-heir.net' });
  await running(first, measuring);
  const heir = await start(second, { domain: 'held-heir.net' });
  const other = await start(nobody, { domain: 'held-heir.net' });
  await cancel(first, measuring);
  release('held-heir.net');
  for (const id of [heir, other]) assert.equal((await ended(nobody, id)).status, 'completed');
  assert.equal(runsOf('held-heir.net'), 2);
  assert.deepEqual([await costOf(measuring), await costOf(heir), await costOf(other)], [0, 1, 0]);
  assert.equal((await reportOf(nobody, other)).id, other);
});

test('an opted-out domain is refused with all its subdomains, and no other domain is', async () => {
  await addOptOut(db, 'out.net', 'asked by mail');
  for (const domain of ['out.net', 'OUT.net.', 'a.b.out.net']) {
    const answer = await post(nobody, { domain });
    assert.deepEqual([answer.statusCode, codeOf(answer)], [422, 'domain_opted_out']);
  }
  assert.equal((await post(nobody, { domain: 'without.net' })).statusCode, 202);
  assert.equal(await removeOptOut(db, 'out.net'), true);
  assert.equal((await post(nobody, { domain: 'out.net' })).statusCode, 202);
});

test('a domain that is opted out while its audit is queued is not contacted', async () => {
  const caller = await account();
  const held = await start(caller, { domain: 'held-late.net' });
  await running(caller, held);
  const waits = await start(caller, { domain: 'b.held-late.net' });
  await addOptOut(db, 'b.held-late.net', 'asked by mail');
  release('held-late.net');
  const state = await ended(caller, waits);
  assert.equal(state.failure?.code, 'domain_opted_out');
  assert.equal(runsOf('b.held-late.net'), 0);
  assert.equal(await costOf(waits), 0);
});

test('a report is deleted after its retention, and its audit stays', async () => {
  const caller = await account();
  const id = await start(caller, { domain: 'gone.net' });
  await ended(caller, id);
  const stored = fromAuditId(id) ?? '';
  const page = async (): Promise<number> => (await get(caller, `/audits/${id}`)).statusCode;
  assert.equal(await page(), 200);
  await db.deleteFrom('audit_reports').where('audit_id', '=', stored).execute();
  await db.updateTable('audits').set({ purged_at: new Date() }).where('id', '=', stored).execute();
  const answer = await get(caller, `/api/audit/${id}/report`);
  assert.deepEqual([answer.statusCode, codeOf(answer)], [410, 'report_expired']);
  assert.equal((await ended(caller, id)).status, 'completed');
  // The cached page is served until the audit is read again, some seconds later.
  while ((await page()) === 200) await sleep(200);
  assert.equal(await page(), 410);
});
