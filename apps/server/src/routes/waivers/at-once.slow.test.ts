import { appliedWaivers, waiver, waiverList } from '@perimeter/contract/waiver/waiver';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { completedAudit } from '../../testing/completed-audit.ts';
import { goldenEngine, goldenReport } from '../../testing/golden-engine.ts';
import { firstAccount } from '../../testing/people.ts';
import { meteredService } from '../../testing/metered-service.ts';

const bad = goldenReport('bad.lab');
const service = await meteredService(goldenEngine(2, { get: (domain) => ({ ...bad, domain }) }), {
  PERIMETER_SIGNUP: 'unconfirmed',
});
const holder = await firstAccount(service);
const whole = {
  domain: 'bad.lab',
  checkId: 'cert-expired',
  reason: 'Moved in spring',
  owner: 'web-team@example.com',
  expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
};

const made = async (body: object) => waiver.parse((await holder.send('POST', '/api/waivers', body)).json());
const listed = async () => waiverList.parse((await holder.send('GET', '/api/waivers')).json()).waivers;
const appliedTo = async (id: string) =>
  appliedWaivers.parse((await holder.send('GET', `/api/audit/${id}/waivers`)).json());

test('concurrent creations, changes and deletions of waivers succeed or conflict, with a consistent result', async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const host = 'a.bad.lab';
  for (let round = 0; round < 3; round += 1) {
    // A moved waiver takes the place where another is being created, and a deleted one frees it.
    const crosswise = [await made({ ...whole, host: 'c.bad.lab' }), await made({ ...whole, host: 'd.bad.lab' })];
    const [ended, moved] = [await made(whole), await made({ ...whole, host: `b${round}.bad.lab` })];
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, async () => holder.send('POST', '/api/waivers', { ...whole, host })),
      holder.send('DELETE', `/api/waivers/${ended.id}`),
      ...Array.from({ length: 4 }, async () => holder.send('POST', '/api/waivers', whole)),
      holder.send('PATCH', `/api/waivers/${moved.id}`, { host }),
      // Two that swap places may each find the other's place still taken.
      ...crosswise.map(async ({ id }, at) =>
        holder.send('PATCH', `/api/waivers/${id}`, { host: crosswise[1 - at]?.host }),
      ),
      holder.send('DELETE', `/api/waivers/${ended.id}`),
    ]);
    for (const { statusCode, body } of answers) assert.ok([200, 201, 204, 404, 409].includes(statusCode), body);
    const there = await listed();
    const places = there.map((one) => one.host);
    assert.equal(new Set(places).size, places.length, `one each: ${places.join(' ')}`);
    assert.equal(places.filter((one) => one === host).length, 1, 'made or moved, and not both');
    const told = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => waiver.parse(answer.json()).id);
    const kept = new Set(there.map((one) => one.id));
    assert.ok(
      told.every((one) => kept.has(one)),
      'what was made is there',
    );
    for (const one of there) await holder.send('DELETE', `/api/waivers/${one.id}`);
  }
  assert.deepEqual((await appliedTo(id)).waivers, []);
});

test("a waiver created while an audit ends applies to that audit's findings for every later reader", async () => {
  await Promise.all(
    Array.from({ length: 3 }, async (_none, n) => {
      const domain = `ending-${n}.net`;
      const audit = completedAudit(holder, domain);
      const answers = await Promise.all(
        Array.from({ length: 3 }, async () => {
          await setTimeout(n * 15);
          return holder.send('POST', '/api/waivers', { ...whole, domain });
        }),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409]);
      const id = await audit;
      const first = await appliedTo(id);
      assert.deepEqual(
        first.waivers.map(({ effect, severity }) => [effect, severity]),
        [['applied', 'high']],
      );
      assert.deepEqual(await appliedTo(id), first);
      await holder.send('DELETE', `/api/waivers/${first.waivers[0]?.id ?? ''}`);
    }),
  );
});
