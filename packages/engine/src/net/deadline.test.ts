import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { abortFailure, startDeadline } from './deadline.ts';
import { virtualClock } from './deadline-virtual.ts';
import { netFailed } from '../evidence/observed.ts';

const never = new AbortController().signal;

test('a step over its time limit is aborted with a time-out that names it', () => {
  const clock = virtualClock();
  const deadline = startDeadline(never, { name: 'tls-handshake()', timeoutMs: 500, clock });
  clock.advance(499);
  assert.equal(deadline.signal.aborted, false);
  clock.advance(1);
  assert.deepEqual(abortFailure(deadline.signal), netFailed('timeout', 'step-too-long', 'tls-handshake()', 500));
});

test('a released step is never aborted and leaves no timer', () => {
  const clock = virtualClock();
  const parent = new AbortController();
  {
    using deadline = startDeadline(parent.signal, { name: 'exchange()', timeoutMs: 10, clock });
    assert.equal(clock.pending, 1);
    assert.equal(deadline.signal.aborted, false);
  }
  assert.equal(clock.pending, 0);
});

test('after release, an abort of the parent does not reach the child', () => {
  const parent = new AbortController();
  const deadline = startDeadline(parent.signal, { name: 'exchange()', timeoutMs: 10, clock: virtualClock() });
  deadline.release();
  parent.abort();
  assert.equal(deadline.signal.aborted, false);
});

test("a parent's time-out aborts its children with the parent's reason, and clears their timers", () => {
  const clock = virtualClock();
  const outer = startDeadline(never, { name: 'session()', timeoutMs: 100, clock });
  const inner = startDeadline(outer.signal, { name: 'read-response()', timeoutMs: 1_000, clock });
  clock.advance(100);
  assert.deepEqual(abortFailure(inner.signal), netFailed('timeout', 'step-too-long', 'session()', 100));
  assert.equal(clock.pending, 0);
});

test('an outside abort has the reason cancelled, even before the step starts', () => {
  const clock = virtualClock();
  const deadline = startDeadline(AbortSignal.abort(), { name: 'exchange()', timeoutMs: 10, clock });
  assert.equal(deadline.signal.aborted, true);
  assert.equal(abortFailure(deadline.signal).reason, 'cancelled');
  assert.equal(clock.pending, 0);
});

test('a connection that was accepted while this process was busy is not late', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const port = await takeFreePort(server);
  // Timers come first after this turn of the event loop, and what has arrived after them.
  const isLate = await new Promise((resolve) => {
    setImmediate(() => {
      const deadline = startDeadline(never, { name: 'tls-handshake()', timeoutMs: 20 });
      deadline.signal.addEventListener('abort', () => resolve(true));
      const socket = connect(port, '127.0.0.1', () => {
        deadline.release();
        socket.destroy();
        resolve(false);
      });
      process.nextTick(() => {
        const endMs = performance.now() + 60;
        while (performance.now() < endMs);
      });
    });
  });
  assert.equal(isLate, false);
});
