import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailOf } from '../../../evidence/failure-text.ts';
import { virtualClock } from '../../deadline-virtual.ts';
import { createRequestBudget } from './request-budget.ts';

const { signal } = new AbortController();
const place = { address: '203.0.113.1', port: 443 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends this many requests, and reports how many were admitted. */
function hunger(count: number, { scanMode = 'standard' as 'standard' | 'deep', slow = false } = {}) {
  const clock = virtualClock();
  const budget = createRequestBudget(scanMode, clock);
  if (slow) budget.slowDown(place);
  const admitted: (string | null)[] = [];
  for (let i = 0; i < count; i += 1)
    void budget.admit(place, { signal }).then((failure) => admitted.push(failure && detailOf(failure)));
  return { clock, admitted, budget };
}

test('requests come in a burst of 32, then 32 a second', async () => {
  const { clock, admitted } = hunger(100);
  await settled();
  assert.equal(admitted.length, 32);
  clock.advance(1_000);
  await settled();
  assert.equal(admitted.length, 64);
});

test('distress halves the rate', async () => {
  const { clock, admitted } = hunger(100, { slow: true });
  await settled();
  assert.equal(admitted.length, 16);
  clock.advance(1_000);
  await settled();
  assert.equal(admitted.length, 32);
});

for (const [scanMode, most, ofDocuments] of [
  ['standard', 112, 40],
  ['deep', 400, 144],
] as const) {
  test(`a ${scanMode} audit sends ${most} requests to a site, not counting requests elsewhere`, async () => {
    const clock = virtualClock();
    const budget = createRequestBudget(scanMode, clock);
    const places = Array.from({ length: most + 1 }, (_, index) => ({ address: '203.0.113.1', port: 1_000 + index }));
    await budget.admit(place, { signal });
    const failures = await Promise.all(places.map((one) => budget.admit(one, { signal, share: 'documents' })));
    const admitted = (all: typeof failures): number => all.filter((failure) => failure === null).length;
    assert.equal(admitted(failures), ofDocuments);
    const rest = await Promise.all(
      (['scripts', 'sweep'] as const).map(async (share) =>
        admitted(await Promise.all(places.map((one) => budget.admit(one, { signal, share })))),
      ),
    );
    assert.equal(
      rest.reduce((sum, count) => sum + count, ofDocuments),
      most,
      'what others left is kept for scripts and the sweep',
    );
    assert.equal(
      failures.at(-1) && detailOf(failures.at(-1) ?? assert.fail()),
      `This audit has sent its ${most} requests to the site`,
    );
    assert.equal(await budget.admit(place, { signal }), null);
  });
}

test('a used-up byte share sends no more requests, and other shares still do', async () => {
  const budget = createRequestBudget('standard', virtualClock());
  budget.read('sweep', 8 * 1024 * 1024);
  budget.read(undefined, 1024 ** 3);
  const refused = await budget.admit(place, { signal, share: 'sweep' });
  assert.equal(refused && detailOf(refused), 'This audit has read its 8388608 bytes of sweep');
  assert.equal(await budget.admit(place, { signal, share: 'documents' }), null);
});

test('an aborted probe stops waiting', async () => {
  const budget = createRequestBudget('standard', virtualClock());
  const probe = new AbortController();
  for (let i = 0; i < 32; i += 1) await budget.admit(place, { signal: probe.signal });
  const waiting = budget.admit(place, { signal: probe.signal });
  probe.abort();
  assert.equal((await waiting)?.reason, 'cancelled');
});

test('the sweep, which runs last, may use what documents and scripts left, and knows when its last requests are near', async () => {
  const budget = createRequestBudget('standard', virtualClock());
  const admit = (share: 'documents' | 'sweep') => budget.admit(place, { signal, share });
  for (let i = 0; i < 20; i += 1) await admit('documents');
  assert.deepEqual([budget.short('sweep', 63), budget.short('sweep', 64)?.reason], [null, 'budget']);
  budget.end('documents');
  budget.end('scripts');
  assert.deepEqual([budget.short('sweep', 91), budget.short('sweep', 92)?.reason], [null, 'budget']);
});
