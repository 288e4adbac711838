import Fastify from 'fastify';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { RendererError } from '../rendering/exchange.ts';
import { makeOffers, type Offer } from './offers.ts';

const { log } = Fastify({ logger: false });
/** Longer than any machine needs to run settled promises. */
const patientMs = 60_000;

/** Offers of one document that the test completes or fails, with the number of times it was started. */
function offersOfOne() {
  let nowMs = 0;
  let begun = 0;
  let making = Promise.withResolvers<never>();
  let kept: object | undefined;
  const offers = makeOffers(
    {
      of: async () => {
        begun += 1;
        return making.promise;
      },
      find: async () => (kept === undefined ? undefined : (Object(kept) as never)),
    },
    () => nowMs,
  );
  // Only the id is read.
  const asked: Parameters<typeof offers.of>[1] = [Object({ id: 'one' }), Object({}), 'a4'];
  return {
    ask: async (patienceMs = patientMs): Promise<Offer> => offers.of(log, asked, patienceMs),
    settle: async (seal: object | Error): Promise<void> => {
      // By then the earlier request has started.
      await turn();
      if (seal instanceof Error) making.reject(seal);
      else making.resolve(Object(seal) as never);
      making = Promise.withResolvers<never>();
    },
    wait: (ms: number): void => {
      nowMs += ms;
    },
    release: offers.release,
    keep: (seal: object): void => {
      kept = seal;
    },
    begun: () => begun,
  };
}

test('a document that takes longer than its reader waits is reported as being made, started once, and then available', async () => {
  const { ask, settle, begun } = offersOfOne();
  assert.equal((await ask(0)).state, 'making');
  assert.equal((await ask(0)).state, 'making');
  const waiting = ask();
  await settle({ sequence: '1' });
  assert.deepEqual(await waiting, { state: 'ready', seal: { sequence: '1' } });
  assert.equal(begun(), 1);
});

test('waiting readers are released when the service stops', async () => {
  const { ask, release } = offersOfOne();
  const waiting = ask();
  release();
  assert.deepEqual([(await waiting).state, (await ask()).state], ['making', 'making']);
});

test('if too many documents are waiting none is started, and the reader is asked to retry', async () => {
  const { ask, settle, begun } = offersOfOne();
  for (let n = 1; n < 3; n += 1) {
    const waiting = ask();
    await settle(new RendererError('busy', 'busy'));
    assert.deepEqual(await waiting, { state: 'queued', afterSeconds: 5 });
    assert.equal(begun(), n);
  }
});

test('a failure without a waiting reader is reported to the next one, and retried after its delay', async () => {
  const { ask, settle, wait, begun } = offersOfOne();
  assert.equal((await ask(0)).state, 'making');
  await settle(new RendererError('gave-up', 'took too long'));
  const failed = await ask();
  assert.ok(failed.state === 'failed');
  assert.deepEqual([failed.error.code, failed.afterSeconds], ['service_unavailable', 30]);
  wait(29_000);
  assert.partialDeepStrictEqual(await ask(), { state: 'failed', afterSeconds: 1 });
  assert.equal(begun(), 1);
  wait(1_000);
  assert.equal((await ask(0)).state, 'making');
  assert.equal(begun(), 2);
});

test('after an internal error, reloading the page does not start again', async () => {
  const { ask, settle, begun } = offersOfOne();
  const waiting = ask();
  await settle(new TypeError('a defect'));
  assert.equal((await waiting).state, 'failed');
  const again = await ask();
  assert.ok(again.state === 'failed');
  assert.deepEqual([again.error.code, begun()], ['internal_error', 1]);
});

test('a document that another process made is offered, despite a recent failure here and without waiting', async () => {
  const { ask, settle, keep, begun } = offersOfOne();
  const waiting = ask();
  await settle(new RendererError('gave-up', 'took too long'));
  assert.equal((await waiting).state, 'failed');
  keep({ sequence: '2' });
  assert.deepEqual([await ask(0), begun()], [{ state: 'ready', seal: { sequence: '2' } }, 1]);
});
