import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { queryEdns } from '@perimeter/protocols/dns/edns';
import { flagsOf, type Message } from '@perimeter/protocols/dns/message';
import { createDatagrams, datagramLimits } from '../datagram.ts';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { type Reply, reply, rr, type ScriptedServer, startScriptedServer } from '../resolver/scripted-server.ts';
import type { NameServer, DirectQuestion } from './question.ts';
import { createAuthoritativeClient } from './client.ts';

const server: NameServer = { address: '203.0.113.53', host: 'ns1.site.lab' };
const soa: DirectQuestion = { name: 'site.lab', type: 'SOA' };
const soaRecord = rr('site.lab', 'SOA', 'ns1.site.lab hostmaster.site.lab 1 2 3 4 5');
const { signal } = new AbortController();
const short = [150] as const;

const authoritative = (query: Message, over: Partial<Message> = {}): Message =>
  reply(query, { flags: flagsOf({ response: true, authoritative: true }), answers: [soaRecord], ...over });
const sound: Reply = (query) => [authoritative(query)];

const running: ScriptedServer[] = [];
after(() => Promise.all(running.map(({ close }) => close())));

/** A client that reaches a scripted server at the name server's address. */
async function clientOf(udp: Reply, { tcp = udp, refuses }: { tcp?: Reply; refuses?: () => string | null } = {}) {
  const scripted = await startScriptedServer(udp, { tcp });
  running.push(scripted);
  const guard = createGuard({ allowNetworks: ['203.0.113.0/24'] });
  const dialMap = new Map([[`${server.address}:53`, `127.0.0.1:${scripted.port}`]]);
  const limits = { maxOpen: 8, perSecond: 10_000, burst: 10_000 };
  const means = { guard, dialMap, signal, limits, ...(refuses !== undefined && { refuses }) };
  const [dialer, datagrams] = [createDialer(means), createDatagrams(means)];
  const client = createAuthoritativeClient({ dialer, datagrams, scanMode: 'standard' });
  return { client, scripted };
}

test('a query has neither RD nor AD, has DO, and is sent once for all callers', async () => {
  const { client, scripted } = await clientOf(sound);
  const [one, two] = await Promise.all([client.ask(server, soa, { signal }), client.ask(server, soa, { signal })]);
  assert.ok(one.ok && one.reply.readable);
  assert.equal(one.reply.message.answers.length, 1);
  assert.deepEqual(one, two);
  const [{ message } = { message: undefined }, ...others] = scripted.received;
  assert.equal(others.length, 0);
  assert.deepEqual(message?.flags, flagsOf({}));
  assert.equal(message?.edns?.dnssecOk, true);
  assert.equal(client.sent(server.address), 1);
});

test('a truncated reply is requested again over TCP; if that fails, the truncated one stays', async () => {
  const cut: Reply = (query) => [
    authoritative(query, { answers: [], flags: flagsOf({ response: true, truncated: true }) }),
  ];
  const { client } = await clientOf(cut, { tcp: sound });
  const whole = await client.ask(server, soa, { signal });
  assert.deepEqual([whole.ok && whole.transport, whole.ok && whole.truncated], ['tcp', true]);
  const never = await client.ask(server, soa, { signal, tcp: 'never' });
  assert.deepEqual([never.ok && never.transport, never.ok && never.truncated], ['udp', true]);
  assert.equal(client.sent(), 2);
});

test('callers with different fallback options share one query', async () => {
  const { client, scripted } = await clientOf(sound);
  const existence: DirectQuestion = { name: '_domainkey.site.lab', type: 'TXT' };
  const answers = await Promise.all([
    client.for('zone').ask(server, existence, { signal }),
    client.for('mail').ask(server, { ...existence, mayFail: true }, { signal, tcp: 'limited' }),
    client.ask(server, { ...existence, edns: queryEdns(true) }, { signal, tcp: 'silent' }),
  ]);
  assert.ok(answers.every(({ ok }) => ok));
  assert.equal(scripted.received.length, 1);
  await client.ask(server, { ...existence, edns: queryEdns(false) }, { signal });
  assert.equal(scripted.received.length, 2, 'without DO it is another question');
});

test('an error without the question section is an answer, and an undecodable reply is stored', async () => {
  const { client } = await clientOf((query) => [authoritative(query, { questions: [], answers: [], responseCode: 1 })]);
  const formerr = await client.ask(server, soa, { signal });
  assert.ok(formerr.ok && formerr.reply.readable);
  assert.equal(formerr.reply.message.responseCode, 1);
  const garbled = await clientOf((query) => [Uint8Array.from([query.id >> 8, query.id & 0xff, 0x84, 0, 9, 9])]);
  const unread = await garbled.client.ask(server, soa, { signal });
  assert.ok(unread.ok && !unread.reply.readable);
  assert.equal(unread.start?.length, 6);
});

test('silence is retried, then reported; sixteen wrong datagrams end a query', async () => {
  const { client } = await clientOf(() => []);
  const silent = await client.ask(server, soa, { signal, timeoutsMs: [50, 50] });
  assert.deepEqual(!silent.ok && silent.failure, { reason: 'timeout', gap: 'server-silent', values: ['50'] });
  assert.equal(client.sent(), 2);
  const strangers = await clientOf((query) => Array.from({ length: 20 }, () => reply(query, { id: query.id ^ 1 })));
  const wrong = await strangers.client.ask(server, soa, { signal });
  assert.deepEqual(!wrong.ok && wrong.failure, { reason: 'malformed', gap: 'server-other-answers', values: ['16'] });
});

test('with the option for it, a server that is silent over UDP is queried over TCP', async () => {
  const { client } = await clientOf(() => [], { tcp: sound });
  const answer = await client.ask(server, soa, { signal, timeoutsMs: short, tcp: 'silent' });
  assert.deepEqual([answer.ok && answer.transport, answer.ok && answer.truncated], ['tcp', false]);
});

test('an address gets at most twenty queries of a survey, and at most five with errors', async () => {
  const { client: audit, scripted } = await clientOf((query) => [
    authoritative(query, { answers: [], responseCode: 3 }),
  ]);
  const client = audit.for('zone');
  const ask = async (label: number, mayFail: boolean) =>
    client.ask(server, { name: `n${label}.site.lab`, type: 'A', mayFail }, { signal });
  const errors = await Promise.all(Array.from({ length: 7 }, (_, at) => ask(at, true)));
  assert.deepEqual(
    errors.map(({ ok }) => ok),
    [true, true, true, true, true, false, false],
  );
  const plain = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(100 + at, false)));
  assert.equal(plain.filter(({ ok }) => ok).length, 15);
  const [last] = plain.slice(-1);
  assert.deepEqual(last?.ok === false && last.failure.reason, 'budget');
  assert.equal(scripted.received.length, 20);
});

test('the reserve of one purpose is not used up by another, also at the same time', async () => {
  const { client } = await clientOf((query) => [authoritative(query, { answers: [], responseCode: 5 })]);
  const ask = async (purpose: 'zone' | 'names', name: string, tcp?: 'limited') =>
    client.for(purpose).ask(server, { name, type: 'SOA', mayFail: true }, { signal, ...(tcp && { tcp }) });
  for (let at = 0; at < 6; at += 1) await ask('zone', `z${at}.site.lab`);
  const [zone, names] = await Promise.all([ask('zone', 'shop.site.lab'), ask('names', 'shop.site.lab')]);
  assert.deepEqual([zone.ok, names.ok], [false, true]);
  for (let at = 0; at < 3; at += 1) await ask('names', `n${at}.site.lab`);
  assert.equal((await ask('names', 'last.site.lab')).ok, false);
  const overTcp = await ask('names', 'last.site.lab', 'limited');
  assert.equal(overTcp.ok && overTcp.transport, 'tcp', 'errors over TCP are limited by no server');
});

test('special-purpose addresses and opted-out names receive no packet', async () => {
  const { client, scripted } = await clientOf(sound, { refuses: () => 'site.lab' });
  const optedOut = await client.ask(server, soa, { signal });
  assert.deepEqual(!optedOut.ok && optedOut.failure, { reason: 'blocked', gap: 'opted-out', values: ['site.lab'] });
  const inside = await client.ask({ address: '10.0.0.1', host: 'ns.site.lab' }, soa, { signal });
  assert.equal(!inside.ok && inside.failure.reason, 'blocked');
  const opened = await client.open({ address: '127.0.0.1', host: 'ns.site.lab' }, signal);
  assert.equal(!opened.ok && opened.failure.reason, 'blocked');
  assert.equal(scripted.received.length, 0);
});

test('one connection carries several queries, and a transfer stops once enough records came', async () => {
  const records = Array.from({ length: 150 }, (_, at) => rr(`h${at}.site.lab`, 'A', '192.0.2.1'));
  const stream: Reply = (query) =>
    query.questions[0]?.type === 252
      ? [
          authoritative(query, { answers: [soaRecord, ...records.slice(0, 60)] }),
          authoritative(query, { questions: [], answers: records.slice(60) }),
        ]
      : [authoritative(query)];
  const { client, scripted } = await clientOf(sound, { tcp: stream });
  const opened = await client.open(server, signal);
  assert.ok(opened.ok);
  const [first, second] = await Promise.all([
    opened.session.ask(soa, signal),
    opened.session.ask({ name: 'site.lab', type: 'NS' }, signal),
  ]);
  assert.ok(first.ok && second.ok);
  const transfer = await opened.session.transfer('site.lab', signal);
  opened.session.close();
  assert.deepEqual(transfer, {
    known: true,
    value: { records: 100, types: { SOA: 1, A: 99 }, rcode: 0, stoppedAt: 'records' },
  });
  assert.equal(scripted.received.length, 3);
});

test('a refused transfer is a result; one that is cut off before its first record is not', async () => {
  const refused = await clientOf(sound, { tcp: (query) => [authoritative(query, { answers: [], responseCode: 5 })] });
  const opened = await refused.client.open(server, signal);
  assert.ok(opened.ok);
  const transfer = await opened.session.transfer('site.lab', signal);
  assert.deepEqual(transfer.known && [transfer.value.stoppedAt, transfer.value.rcode], ['refused', 5]);
  opened.session.close();
  const cut = await opened.session.transfer('site.lab', signal);
  assert.equal(cut.known, false);
});

test('queries to one address are sent no faster than the rate limit', () => {
  assert.deepEqual(datagramLimits, { maxOpen: 8, perSecond: 20, burst: 12 });
});
