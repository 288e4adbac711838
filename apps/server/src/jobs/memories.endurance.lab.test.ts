// In npm test, memories.slow.test.ts shows which audit uses which memory, runner/memory.lab.test.ts of the engine that a ticket of
// eight days ago is used and its secrets are in no output, and repositories/audits/memories.test.ts that they are stored sealed.
import { report } from '@perimeter/contract/report';
import { runAudit } from '@perimeter/engine/runner/audit';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { phasesOf } from '../audits/phases.ts';
import { findMemory, keepMemory } from '../repositories/audits/memories.ts';
import { meteredService, nobody, secret } from '../testing/metered-service.ts';

const skip = process.env['PERIMETER_LAB'] === '1' ? false : 'PERIMETER_LAB is not 1: run it inside the lab';
const names = ['PERIMETER_RESOLVERS', 'PERIMETER_ALLOW_NETWORKS', 'PERIMETER_TRUST_ANCHORS'];
const lab = Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
const weekAndDayMs = 8 * 86_400_000;

test('a deep audit uses the session ticket that an audit received eight days ago', { skip }, async () => {
  const { db, start, ended, get } = await meteredService(
    { phasesOf, runAudit },
    { ...lab, PERIMETER_SHARE_SECONDS: '0' },
  );
  const secrets = [Buffer.from(secret)];
  const scope = { accountId: null, registrableDomain: 'ticket-key.lab' };
  const outcome = async () => {
    const id = await start(nobody, { domain: 'ticket-key.lab', scanMode: 'deep' });
    await ended(nobody, id);
    const { modules } = report.parse((await get(nobody, `/api/audit/${id}/report`)).json());
    return modules.flatMap(({ checks }) => checks).find((check) => check.id === 'tls-ticket-key-static')?.outcome;
  };
  assert.equal(await outcome(), 'not-applicable');
  const memory = (await findMemory(db, scope, secrets)) ?? assert.fail('Nothing was remembered');
  const sessions = memory.sessions.map((one) => ({ ...one, receivedAtMs: one.receivedAtMs - weekAndDayMs }));
  assert.deepEqual([memory.keys.length, sessions.length], [1, 1]);
  await keepMemory(db, scope, { ...memory, sessions }, secrets);
  assert.equal(await outcome(), 'fail');
  const evidence = await db.selectFrom('audit_evidence').select('body').execute();
  assert.equal(evidence.length, 2);
  for (const { body } of evidence) {
    const stored = gunzipSync(body).toString('utf8');
    assert.ok(stored.includes('"history"'));
    for (const { ticket, secret: opens } of memory.sessions)
      assert.ok(!stored.includes(ticket) && !stored.includes(opens));
  }
});
