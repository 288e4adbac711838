import { outlookIfFixed } from '@perimeter/contract/outlook';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../../testing/assert-problem.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine, goldenReport } from '../../../testing/golden-engine.ts';
import { anotherAccount, firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const bad = goldenReport('bad.lab');
const older = { ...bad, domain: 'older.net', score: { ...bad.score, policyVersion: '1.0.0' } };
const service = await serviceForTests(goldenEngine(0, new Map([['older.net', older]])), {
  PERIMETER_SIGNUP: 'unconfirmed',
});
const holder = await firstAccount(service);
const stranger = await anotherAccount(service, 'stranger@example.com');

test("the outlook for chosen checks equals the report's where the report has it", async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const ask = async (checkIds: readonly string[]) =>
    outlookIfFixed.parse((await stranger.send('POST', `/api/audit/${id}/outlook`, { checkIds })).json());
  const { total, grade, steps } = await ask([]);
  assert.deepEqual([total, grade, steps], [bad.score.total, bad.score.grade, []]);
  const all = await ask(bad.outlook.alone.map(({ checkId }) => checkId));
  assert.deepEqual(all.steps, bad.outlook.steps);
  const one = bad.outlook.alone.find((each) => each.total > bad.score.total);
  assert.ok(one !== undefined);
  assert.equal((await ask([one.checkId, 'no-such-check'])).total, one.total);
});

test('a report of another policy cannot be scored again', async () => {
  const id = await completedAudit(holder, 'older.net');
  const answer = await holder.send('POST', `/api/audit/${id}/outlook`, { checkIds: [] });
  assert.match(assertProblem(answer, 'policy_changed').detail ?? '', /policy 1\.0\.0; audit the domain again/);
});

test('a body that is not a list of checks is refused with a pointer', async () => {
  const id = await completedAudit(holder, 'bad.lab');
  for (const body of [{}, { checkIds: 'x' }, { checkIds: [1] }, { checkIds: [], more: 1 }])
    assertProblem(await holder.send('POST', `/api/audit/${id}/outlook`, body), 'invalid_request');
});
