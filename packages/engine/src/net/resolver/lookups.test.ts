import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { dnsLookup } from '../../evidence/dns/lookup.ts';
import { createResolver } from './resolver.ts';
import { recordLookups } from './lookups.ts';
import { reply, rr, startScriptedServer } from './scripted-server.ts';

const { signal } = new AbortController();

/** A resolver over a server that knows good.lab and is silent on silent.lab. */
async function sharedResolver(t: TestContext, tryTimeoutsMs: readonly number[] = [60_000]) {
  const server = await startScriptedServer((query) => {
    const [question] = query.questions;
    if (question?.name === 'silent.lab') return [];
    return [reply(query, { answers: question?.type === 1 ? [rr('good.lab', 'A', '203.0.113.101')] : [] })];
  });
  t.after(server.close);
  return { server, resolver: createResolver({ servers: [server], tryTimeoutsMs }) };
}

test('each caller has its own questions, and a query counts for the first caller', async (t) => {
  const { server, resolver } = await sharedResolver(t);
  const [first, second] = [recordLookups(resolver), recordLookups(resolver)];
  const answers = await Promise.all([
    first.resolver.query('good.lab', 'MX', { signal }),
    first.resolver.query('good.lab', 'A', { signal }),
    second.resolver.query('good.lab', 'A', { signal }),
  ]);
  const a = {
    name: 'good.lab',
    type: 'A',
    status: 'answer',
    authenticated: false,
    cnames: [],
    records: answers[1].records,
    queries: 1,
  };
  assert.equal(a.records[0]?.data, '203.0.113.101');
  assert.deepEqual(await first.lookups(), [a, { ...a, type: 'MX', status: 'nodata', records: [] }]);
  assert.deepEqual(await second.lookups(), [{ ...a, queries: 0 }]);
  assert.equal(server.received.length, 2);
});

test('a repeated question is listed once, with the queries of all its tries and its failure', async (t) => {
  const { resolver } = await sharedResolver(t, [50, 50]);
  const recording = recordLookups(resolver);
  await recording.resolver.query('silent.lab', 'A', { signal });
  void recording.resolver.query('silent.lab', 'A', { signal });
  const [lookup, ...more] = await recording.lookups();
  assert.deepEqual(more, []);
  assert.equal(lookup?.status, 'failed');
  assert.equal(lookup.failure?.reason, 'timeout');
  assert.equal(lookup.queries, 2);
  assert.deepEqual(dnsLookup.parse(lookup), lookup);
});

test('queries for whole messages are listed too, separately from the same question without CD, and the list waits for them', async (t) => {
  const { resolver } = await sharedResolver(t);
  const recording = recordLookups(resolver);
  let heard = 0;
  void recording.resolver.exchange('good.lab', 'A', { signal, checkingDisabled: false, onSent: () => (heard += 1) });
  void recording.resolver.query('good.lab', 'A', { signal });
  const lookups = await recording.lookups();
  assert.deepEqual(
    lookups.map(({ status, queries }) => [status, queries]),
    [
      ['answer', 1],
      ['answer', 1],
    ],
  );
  assert.equal(heard, 1);
});
