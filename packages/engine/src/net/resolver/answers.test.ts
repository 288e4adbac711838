import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOf } from '@perimeter/protocols/dns/message';
import { type Reply, reply, rr } from './scripted-server.ts';
import { signal, resolverOf, goodA, answerA } from './testing/resolver-of.ts';

test('a truncated answer is requested again over TCP, up to 64 KiB', async (t) => {
  const strings = Array.from({ length: 254 }, () => `"${'x'.repeat(255)}"`).join(' ');
  const { server, resolver } = await resolverOf(
    t,
    (query) => [reply(query, { flags: flagsOf({ response: true, truncated: true }) })],
    {
      tcp: (query) => [reply(query, { answers: [rr('good.lab', 'TXT', strings)] })],
    },
  );
  let sent = 0;
  const answer = await resolver.query('good.lab', 'TXT', { signal, onSent: () => (sent += 1) });
  assert.equal(answer.transport, 'tcp');
  assert.equal(answer.records[0]?.data.length, strings.length);
  assert.deepEqual(
    server.received.map(({ transport }) => transport),
    ['udp', 'tcp'],
  );
  assert.equal(sent, 2);
});

test('a TCP answer to another question, an invalid one or none is a failure', async (t) => {
  const truncated: Reply = (query) => [reply(query, { flags: flagsOf({ response: true, truncated: true }) })];
  // Only silence waits until the end of its try, so that a busy machine has time to reach TCP.
  const scripts: [tcp: Reply, tryTimeoutMs: number][] = [
    [(query) => [reply(query, { id: query.id ^ 1 })], 60_000],
    [() => [Uint8Array.of(1)], 60_000],
    [() => [], 1_500],
  ];
  const reasons = await Promise.all(
    scripts.map(async ([tcp, tryTimeoutMs]) => {
      const { resolver } = await resolverOf(t, truncated, { tcp, tryTimeoutsMs: [tryTimeoutMs] });
      const answer = await resolver.query('good.lab', 'A', { signal });
      assert.equal(answer.transport, 'tcp');
      return answer.failure?.reason;
    }),
  );
  assert.deepEqual(reasons, ['malformed', 'malformed', 'timeout']);
});

test('CNAMEs are followed in order to the records', async (t) => {
  const { resolver } = await resolverOf(t, (query) => [
    reply(query, {
      answers: [
        rr('b.lab', 'CNAME', 'Good.lab'),
        rr('a.lab', 'CNAME', 'b.lab'),
        goodA,
        rr('evil.lab', 'A', '198.51.100.66'),
      ],
    }),
  ]);
  const answer = await resolver.query('a.lab', 'A', { signal });
  assert.deepEqual(answer.cnames, ['b.lab', 'good.lab']);
  assert.deepEqual(
    answer.records.map(({ name, data }) => [name, data]),
    [['good.lab', '203.0.113.101']],
  );
});

test('a CNAME without records at its end is NODATA, and a query for CNAME returns the record', async (t) => {
  const { resolver } = await resolverOf(t, (query) => [reply(query, { answers: [rr('a.lab', 'CNAME', 'b.lab')] })]);
  const [a, cname] = await Promise.all(['A', 'CNAME'].map((type) => resolver.query('a.lab', type, { signal })));
  assert.deepEqual([a?.status, a?.cnames], ['nodata', ['b.lab']]);
  assert.deepEqual([cname?.status, cname?.cnames, cname?.records[0]?.data], ['answer', [], 'b.lab']);
});

test('CNAME loops and endless chains are malformed', async (t) => {
  const loop = [rr('a.lab', 'CNAME', 'b.lab'), rr('b.lab', 'CNAME', 'A.lab')];
  const chain = Array.from({ length: 40 }, (_, i) => rr(`n${i}.lab`, 'CNAME', `n${i + 1}.lab`));
  const { resolver } = await resolverOf(t, (query) => [
    reply(query, { answers: query.questions[0]?.name === 'a.lab' ? loop : chain }),
  ]);
  for (const name of ['a.lab', 'n0.lab']) {
    const answer = await resolver.query(name, 'A', { signal });
    assert.deepEqual([answer.status, answer.failure?.reason], ['failed', 'malformed']);
  }
});

test('the first 256 records of a larger set are kept, with the total count', async (t) => {
  const many = Array.from({ length: 257 }, (_, i) => rr('good.lab', 'A', `203.0.${i >> 8}.${i & 255}`));
  const { resolver } = await resolverOf(t, (query) => [reply(query, { answers: many })]);
  const { status, records, recordCount } = await resolver.query('good.lab', 'A', { signal });
  assert.deepEqual([status, records.length, recordCount], ['answer', 256, 257]);
});

for (const [responseCode, status] of [
  [1, 'failed'],
  [2, 'servfail'],
  [4, 'failed'],
  [5, 'refused'],
] as const) {
  test(`an error with code ${responseCode} and without the question is an answer`, async (t) => {
    const { server, resolver } = await resolverOf(t, (query) => [
      reply(query, { responseCode, questions: [], edns: null }),
    ]);
    const answer = await resolver.query('good.lab', 'A', { signal });
    assert.equal(answer.status, status);
    assert.notEqual(answer.failure?.reason, 'timeout');
    assert.ok(server.received.length > 0);
  });
}

test('a bare header with any other code is not an answer', async (t) => {
  const { resolver } = await resolverOf(t, (query) => [
    reply(query, { responseCode: 3, questions: [] }),
    ...answerA(query),
  ]);
  assert.equal((await resolver.query('good.lab', 'A', { signal })).status, 'answer');
});

test('records of another class and invalid RDATA do not invalidate an answer', async (t) => {
  const { resolver } = await resolverOf(t, (query) => [
    reply(query, {
      answers: [{ ...goodA, class: 3 }, { ...goodA, rdata: Uint8Array.of(1, 2) }, rr('good.lab', 'A', '\\# 0')],
    }),
  ]);
  const answer = await resolver.query('good.lab', 'A', { signal });
  assert.deepEqual(
    answer.records.map(({ data }) => data),
    ['\\# 0', '\\# 2 0102'],
  );
});
