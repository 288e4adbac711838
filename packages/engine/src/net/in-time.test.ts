import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock, test } from 'node:test';
import { inTime } from './in-time.ts';

const never = new Promise<string>(() => {});
const longMs = 60_000;
const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;

test('what comes in time is passed on, a rejection too, and no timer is left', async () => {
  const before = timers();
  assert.equal(await inTime(Promise.resolve('value'), longMs, () => 'late'), 'value');
  await assert.rejects(
    inTime(Promise.reject(new Error('broken')), longMs, () => 'late'),
    /broken/,
  );
  assert.equal(timers(), before);
});

test('what is late is replaced, or thrown, and is not heard when it comes', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { promise, reject } = Promise.withResolvers<string>();
  const replaced = inTime(promise, 10, () => null);
  const thrown = inTime(never, 10, () => {
    throw new Error('too late');
  });
  mock.timers.tick(10);
  assert.equal(await replaced, null);
  await assert.rejects(thrown, /too late/);
  // Unheard, not unhandled: that would end the process of this test.
  reject(new Error('after all'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('a signal ends the wait as the limit does, now or later, and keeps no listener', async () => {
  const before = timers();
  const ending = new AbortController();
  const waiting = inTime(never, longMs, () => 'ended', ending.signal);
  ending.abort();
  assert.equal(await waiting, 'ended');
  assert.equal(await inTime(never, longMs, () => 'ended before', AbortSignal.abort()), 'ended before');
  assert.equal(getEventListeners(ending.signal, 'abort').length, 0);
  assert.equal(timers(), before);
});
