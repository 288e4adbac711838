import Fastify from 'fastify';
import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { quietWhileStopping, warnOfLosses, watchStop } from './stopping.ts';

const gone = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });

/** Advances the clock by the grace period. */
async function grace(): Promise<void> {
  mock.timers.tick(1_000);
  await afterEvents();
}

function fakeTimers(t: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
}

test('lost connections are logged with their reason, but not once the process is stopping', async (t) => {
  fakeTimers(t);
  const logged: unknown[][] = [];
  const stopping = watchStop();
  const onLoss = warnOfLosses({ warn: (...line: unknown[]) => void logged.push(line) }, stopping);
  onLoss(new Error('terminating connection due to administrator command'), 'Idle database connection lost');
  onLoss(null, 'Embedded database restarted after it ended');
  await grace();
  onLoss(new Error('a moment before the signal'), 'Queue error');
  stopping.begin();
  onLoss(new Error('terminating connection due to administrator command'), 'Idle database connection lost');
  await grace();
  assert.deepEqual(logged, [
    [{ reason: 'terminating connection due to administrator command' }, 'Idle database connection lost'],
    [{}, 'Embedded database restarted after it ended'],
  ]);
});

/** A log with the service's options that keeps its lines. */
function logOf() {
  const lines: string[] = [];
  const stopping = watchStop();
  const stream = { write: (line: string) => void lines.push(line) };
  const { log } = Fastify({ logger: { level: 'info', stream, ...quietWhileStopping(stopping) } });
  return { log, stopping, messages: () => lines.map((line) => String(Reflect.get(JSON.parse(line), 'msg'))) };
}

test('a lost database is logged by every logger of the process, unless the process is stopping', async (t) => {
  fakeTimers(t);
  const { log, stopping, messages } = logOf();
  log.error({ err: gone }, 'while running');
  log.child({ auditRef: 'x' }).warn({ err: new Error('Connection terminated unexpectedly') }, 'of a child');
  await grace();
  assert.deepEqual(messages(), ['while running', 'of a child']);
  log.error({ err: gone }, 'just before the signal');
  stopping.begin();
  log.child({}).warn({ err: gone }, 'while stopping');
  log.error({ err: new Error('Cannot use a pool after calling end on the pool') }, 'after the close');
  await grace();
  assert.deepEqual(messages(), ['while running', 'of a child']);
});

test('a signal that arrives as the grace period ends takes precedence', async (t) => {
  fakeTimers(t);
  const { log, stopping, messages } = logOf();
  log.error({ err: gone }, 'before the signal');
  mock.timers.tick(1_000);
  stopping.begin();
  await afterEvents();
  assert.deepEqual(messages(), []);
});

test('other errors are logged at once, even while stopping, and info lines always', () => {
  const { log, stopping, messages } = logOf();
  stopping.begin();
  log.error({ err: new TypeError('a defect') }, 'a defect');
  log.warn('without fields');
  log.error(new Error('the error alone'));
  log.info({ err: gone }, 'information');
  assert.deepEqual(messages(), ['a defect', 'without fields', 'the error alone', 'information']);
});

test('a step of the stop that fails because the database is away counts as done; any other failure does not', async () => {
  const { survive } = watchStop();
  await survive(Promise.reject(gone));
  await assert.rejects(survive(Promise.reject(new Error('a defect'))), /a defect/);
});
