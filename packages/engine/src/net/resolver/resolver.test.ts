import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { extendedErrorOptionOf, queryEdns } from '@perimeter/protocols/dns/edns';
import { decodeMessage, encodeMessage, flagsOf, type Message } from '@perimeter/protocols/dns/message';
import { createResolver } from './resolver.ts';
import { reply, rr, startScriptedServer } from './scripted-server.ts';
import { readServer } from './system-servers.ts';
import { signal, resolverOf, goodA, answerA } from './testing/resolver-of.ts';

test('an answer has its records in order, its AD bit and its signatures', async (t) => {
  const rrsig = rr('good.lab', 'RRSIG', 'A 13 2 60 20300101000000 20200101000000 1 good.lab AQID');
  const other = rr('good.lab', 'RRSIG', 'MX 13 2 60 20300101000000 20200101000000 1 good.lab AQID');
  const { resolver } = await resolverOf(t, (query) => [
    reply(query, {
      answers: [rr('GOOD.lab', 'A', '203.0.113.102'), goodA, rrsig, other],
      flags: flagsOf({ response: true, authenticated: true }),
    }),
  ]);
  const answer = await resolver.query('Good.LAB.', 'a', { signal });
  assert.equal(answer.status, 'answer');
  assert.equal(answer.name, 'good.lab');
  assert.equal(answer.type, 'A');
  assert.equal(answer.authenticated, true);
  assert.deepEqual(
    answer.records.map(({ name, data }) => [name, data]),
    [
      ['good.lab', '203.0.113.101'],
      ['good.lab', '203.0.113.102'],
    ],
  );
  assert.deepEqual(
    answer.signatures?.map(({ type, data }) => [type, data.split(' ')[0]]),
    [['RRSIG', 'A']],
  );
});

test('the query sets RD, DO and AD, and CD unless the resolver should validate', async (t) => {
  const { server, resolver } = await resolverOf(t, answerA);
  await resolver.query('good.lab', 'A', { signal, checkingDisabled: false });
  await resolver.query('good.lab', 'A', { signal });
  const [plain, unchecked] = server.received.map(({ message }) => message);
  assert.equal(plain?.flags.recursionDesired, true);
  assert.equal(plain?.flags.authenticated, true);
  assert.equal(plain?.flags.checkingDisabled, false);
  assert.equal(plain?.edns?.dnssecOk, true);
  assert.equal(plain?.edns?.udpBytes, 1232);
  assert.equal(unchecked?.flags.checkingDisabled, true);
});

test('NODATA, NXDOMAIN, SERVFAIL with its extended error, and REFUSED are distinguished', async (t) => {
  const edns = queryEdns(true, [extendedErrorOptionOf({ code: 6, text: 'validation failure' })]);
  const codes: Record<string, Partial<Message>> = {
    'no.lab': {},
    'nx.lab': { responseCode: 3 },
    'sf.lab': { responseCode: 2, edns },
    're.lab': { responseCode: 5 },
    'ni.lab': { responseCode: 4 },
  };
  const { server, resolver } = await resolverOf(t, (query) => [reply(query, codes[query.questions[0]?.name ?? ''])]);
  const answers = await Promise.all(Object.keys(codes).map((name) => resolver.query(name, 'MX', { signal })));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['nodata', 'nxdomain', 'servfail', 'refused', 'failed'],
  );
  assert.deepEqual(answers[2]?.extendedErrors, [{ code: 6, text: 'validation failure' }]);
  assert.equal(answers[4]?.failure?.reason, 'malformed');
  assert.equal(server.received.length, 5, 'an answer of the only resolver is not asked for again');
});

test('answers with a wrong id, another question, no question or invalid data are ignored until the right one', async (t) => {
  const { resolver } = await resolverOf(t, (query) => {
    const bad = rr('good.lab', 'A', '198.51.100.66');
    return [
      reply(query, { id: query.id ^ 1, answers: [bad] }),
      reply(query, { questions: [{ name: 'evil.lab', type: 1, class: 1 }], answers: [bad] }),
      reply(query, { questions: [{ name: 'good.lab', type: 28, class: 1 }], answers: [bad] }),
      reply(query, { questions: [], answers: [bad] }),
      { ...query, answers: [bad] },
      Uint8Array.of(1, 2, 3),
      new Uint8Array(600).fill(0xc0),
      ...answerA(query),
    ];
  });
  const answer = await resolver.query('good.lab', 'A', { signal });
  assert.deepEqual(
    answer.records.map(({ data }) => data),
    ['203.0.113.101'],
  );
});

test('a perfect answer from another port than the one asked is not heard', async (t) => {
  const [server, forger] = [createSocket('udp4'), createSocket('udp4')];
  t.after(() => [server, forger].map((socket) => socket.close()));
  await takeFreePort(server);
  const { promise: isForged, resolve: forged } = Promise.withResolvers<void>();
  server.on('message', (bytes, { port, address }) => {
    for (const answer of answerA(decodeMessage(bytes))) {
      if (!(answer instanceof Uint8Array)) forger.send(encodeMessage(answer), port, address, () => forged());
    }
  });
  const resolver = createResolver({ servers: [server.address()], tryTimeoutsMs: [500] });
  assert.equal((await resolver.query('good.lab', 'A', { signal })).failure?.reason, 'timeout');
  await isForged;
});

test('only wrong answers are malformed, silence is a time-out, and each is tried three times', async (t) => {
  const wrong = await resolverOf(t, (query) => [reply(query, { id: query.id ^ 1 })], {
    tryTimeoutsMs: [500, 500, 500],
  });
  const silent = await resolverOf(t, () => [], { tryTimeoutsMs: [100, 100, 100] });
  let sent = 0;
  const [a, b] = await Promise.all([
    wrong.resolver.query('good.lab', 'A', { signal }),
    silent.resolver.query('good.lab', 'A', { signal, onSent: () => (sent += 1) }),
  ]);
  assert.equal(a.status, 'failed');
  assert.equal(a.failure?.reason, 'malformed');
  assert.equal(b.failure?.reason, 'timeout');
  assert.equal(sent, 3);
  // A busy machine may receive the last one after its time.
  while (silent.server.received.length < 3) await new Promise(setImmediate);
  assert.equal(silent.server.received.length, 3);
  assert.equal(
    new Set(silent.server.received.map(({ message }) => message.id)).size > 1,
    true,
    'each try has its own id',
  );
});

test('a closed port is refused', async () => {
  const nobody = { address: '127.0.0.1', port: 1 };
  const resolver = createResolver({ servers: [nobody], tryTimeoutsMs: [60_000] });
  assert.equal((await resolver.query('good.lab', 'A', { signal })).failure?.reason, 'refused');
});

test('the next resolver is queried when one is silent, refuses or fails', async (t) => {
  for (const first of [
    () => [],
    (query: Message) => [reply(query, { responseCode: 5 })],
    (query: Message) => [reply(query, { responseCode: 2 })],
  ]) {
    const bad = await startScriptedServer(first);
    const good = await startScriptedServer(answerA);
    t.after(bad.close);
    t.after(good.close);
    const resolver = createResolver({ servers: [bad, good], tryTimeoutsMs: [100, 60_000, 60_000] });
    assert.equal((await resolver.query('good.lab', 'A', { signal })).status, 'answer');
  }
});

test('equal questions are sent once, concurrent or later, in any spelling', async (t) => {
  const { server, resolver } = await resolverOf(t, answerA);
  await Promise.all([resolver.query('good.lab', 'A', { signal }), resolver.query('GOOD.lab.', 'TYPE1', { signal })]);
  await resolver.query('good.lab', 'a', { signal });
  assert.equal(server.received.length, 1);
  await resolver.query('good.lab', 'AAAA', { signal });
  assert.equal(server.received.length, 2);
});

test('a caller that aborts does not take the answer from another', async (t) => {
  const { server, resolver } = await resolverOf(t, (query) => (server.received.length < 2 ? [] : answerA(query)), {
    tryTimeoutsMs: [200, 60_000],
  });
  const impatient = new AbortController();
  const first = resolver.query('good.lab', 'A', { signal: impatient.signal });
  const second = resolver.query('good.lab', 'A', { signal });
  impatient.abort();
  assert.equal((await first).failure?.reason, 'cancelled');
  assert.equal((await second).status, 'answer');
});

test('a question that all callers aborted is stopped, and can be sent again', async (t) => {
  const { server, resolver } = await resolverOf(t, (query) => (server.received.length < 2 ? [] : answerA(query)), {
    tryTimeoutsMs: [60_000],
  });
  const impatient = new AbortController();
  const first = resolver.query('good.lab', 'A', { signal: impatient.signal });
  while (server.received.length === 0) await new Promise(setImmediate);
  impatient.abort();
  assert.equal((await first).failure?.reason, 'cancelled');
  assert.equal((await resolver.query('good.lab', 'A', { signal: impatient.signal })).failure?.reason, 'cancelled');
  assert.equal((await resolver.query('good.lab', 'A', { signal })).status, 'answer');
});

test('queries beyond the budget are not sent', async (t) => {
  const { server, resolver } = await resolverOf(t, answerA, { maxQueries: 2 });
  const answers = await Promise.all(
    ['a.lab', 'b.lab', 'c.lab', 'd.lab'].map((name) => resolver.query(name, 'A', { signal })),
  );
  assert.deepEqual(
    answers.map(({ failure }) => failure?.reason),
    [undefined, undefined, 'budget', 'budget'],
  );
  assert.equal(server.received.length, 2);
});

test('invalid names and types are failures and send nothing', async (t) => {
  const { server, resolver } = await resolverOf(t, answerA);
  for (const [name, type] of [
    ['', 'A'],
    ['a..b', 'A'],
    [`${'a'.repeat(64)}.lab`, 'A'],
    ['good.lab', 'NOTHING'],
  ] as const) {
    const answer = await resolver.query(name, type, { signal });
    assert.deepEqual([answer.status, answer.failure?.reason], ['failed', 'malformed']);
  }
  assert.equal(server.received.length, 0);
});

test('with mixed case an answer must echo the spelling', async (t) => {
  const name = 'abcdefghijklmnopqrstuvwxyz.lab';
  const echo = await resolverOf(t, (query) => [reply(query, { answers: [rr(name, 'A', '203.0.113.1')] })], {
    mixedCase: true,
  });
  assert.equal((await echo.resolver.query(name, 'A', { signal })).status, 'answer');
  assert.notEqual(echo.server.received[0]?.message.questions[0]?.name, name);
  const lower = await resolverOf(t, (query) => [reply(query, { questions: [{ name, type: 1, class: 1 }] })], {
    mixedCase: true,
    tryTimeoutsMs: [1_000],
  });
  assert.equal((await lower.resolver.query(name, 'A', { signal })).failure?.reason, 'malformed');
});

test('a resolver is reached over IPv6', async (t) => {
  const { server, resolver } = await resolverOf(t, answerA, { address: '::1' }).catch((error: unknown) => {
    t.skip(`no IPv6 on loopback: ${String(error)}`);
    return { server: null, resolver: null };
  });
  if (server === null) return;
  assert.equal((await resolver.query('good.lab', 'A', { signal })).status, 'answer');
  assert.deepEqual(resolver.servers, [`::1#${server.port}`]);
});

test('servers are read in all forms that node:dns prints', () => {
  assert.deepEqual(readServer('198.51.100.53'), { address: '198.51.100.53', port: 53 });
  assert.deepEqual(readServer('198.51.100.53:5353'), { address: '198.51.100.53', port: 5353 });
  assert.deepEqual(readServer('2001:db8::53'), { address: '2001:db8::53', port: 53 });
  assert.deepEqual(readServer('[2001:db8::53]:5353'), { address: '2001:db8::53', port: 5353 });
  assert.equal(readServer('resolver.lab'), null);
});
