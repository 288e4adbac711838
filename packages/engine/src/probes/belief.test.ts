import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@perimeter/protocols/dns/message';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import { makeKey } from '../net/dnssec/signed-zone.ts';
import { worldLookup, zoneOf } from '../net/dnssec/validator/testing/world.ts';
import { Validator } from '../net/dnssec/validator/validator.ts';
import { answerFrom } from '../net/resolver/answer.ts';
import { askBelieved, askValidated, withOwnFailures } from './belief.ts';

const key = makeKey('x.lab');
const records = {
  'x.lab': {
    A: ['203.0.113.1'],
    NS: ['ns.x.lab.'],
    MX: ['10 mail.x.lab.'],
    TXT: ['"v=spf1 -all"'],
    CAA: ['0 issue "ca.test"'],
  },
  'ns.x.lab': { A: ['203.0.113.53'] },
  '_dmarc.x.lab': { TXT: ['"v=DMARC1; p=reject"'] },
  '_mta-sts.x.lab': { TXT: ['"v=STSv1; id=1"'] },
  'aliased.x.lab': { CNAME: ['gone.other.lab.'] },
};
const ds = printRdata(typeCode('DS'), key.ds().rdata);
type Lie = (message: Message, name: string, type: string) => Message;
/** RFC 1035 section 4.1.1: NXDOMAIN. */
const nameError = 3;
const denied = (message: Message, responseCode: number): Message => ({
  ...message,
  responseCode,
  answers: [],
  authorities: [],
});
const filters =
  (hidden: string, hiddenType: string, code: number): Lie =>
  (message, name, type) =>
    name === hidden && type === hiddenType ? denied(message, code) : message;

interface World {
  signed: boolean;
  lie?: Lie;
  /** False: port 53 to the name servers is blocked. */
  reached?: boolean;
  spoil?: (message: Message, name: string, type: string) => Message;
  served?: typeof records | Record<string, Record<string, string[]>>;
}

/** An audit of x.lab behind a lying resolver. */
function contextOf({ signed, lie = (message) => message, reached = true, spoil, served = records }: World) {
  const zone = zoneOf('x.lab', served, { key: signed ? key : null, ...(spoil !== undefined && { spoil }) });
  const root = zoneOf('.', { 'x.lab': { NS: ['ns.x.lab.'], ...(signed && { DS: [ds] }) } });
  assert.ok(root.key);
  const lookup = worldLookup([root, zone]);
  const resolved = async (name: string, type: string) => {
    const message = await lookup(name, type);
    return message === null ? null : lie(message, name, type);
  };
  const asked: string[] = [];
  const exchange = async (name: string, type: string) => {
    const message = await resolved(name, type);
    assert.ok(message);
    return { ok: true, message, transport: 'udp' } as const;
  };
  const context = {
    signal: new AbortController().signal,
    target: { domain: 'x.lab', registrableDomain: 'x.lab', startedAtMs: Date.parse('2026-06-01') },
    validator: new Validator({ lookup: resolved, anchors: [root.key.ds()], nowMs: Date.parse('2026-06-01') }),
    resolver: {
      exchange,
      query: async (name: string, type: string) => answerFrom({ name, type }, await exchange(name, type)),
    },
    authoritative: {
      ask: async (_: unknown, { name, type }: { name: string; type: string }) => {
        asked.push(`${name} ${type}`);
        const message = reached ? await worldLookup([zone])(name, type) : null;
        if (message === null) return { ok: false, failure: { reason: 'timeout' } };
        return {
          ok: true,
          reply: { readable: true, message: { ...message, flags: { ...message.flags, authoritative: true } } },
        };
      },
    },
  };
  return { context: context as never, asked };
}

const places = [
  ['x.lab', 'TXT'],
  ['_dmarc.x.lab', 'TXT'],
  ['_mta-sts.x.lab', 'TXT'],
  ['x.lab', 'MX'],
  ['x.lab', 'CAA'],
  ['x.lab', 'A'],
] as const;

for (const signed of [false, true])
  for (const [name, type] of places)
    for (const code of [0, nameError]) {
      const what = `${signed ? 'signed' : 'unsigned'}: ${name} ${type} that the resolver hides with code ${code}`;
      test(`${what} is the name servers' answer`, async () => {
        const { context } = contextOf({ signed, lie: filters(name, type, code) });
        const answer = await askValidated(context, name, type);
        assert.deepEqual([answer.status, answer.records.length], ['answer', 1]);
        const { security, answer: believed } = await askBelieved(context, name, type);
        assert.deepEqual([believed.status, security], ['answer', signed ? 'indeterminate' : 'insecure']);
      });
    }

test("without a name server's answer, the resolver's counts for an unsigned zone, and none for a signed one", async () => {
  const lie = filters('_dmarc.x.lab', 'TXT', nameError);
  const answerOf = async (signed: boolean) =>
    askValidated(contextOf({ signed, lie, reached: false }).context, '_dmarc.x.lab');
  assert.equal((await answerOf(false)).status, 'nxdomain');
  assert.deepEqual((await answerOf(true)).failure, { reason: 'malformed', gap: 'dnssec-bogus' });
});

test('a name that both deny is absent', async () => {
  for (const signed of [false, true]) {
    const { context } = contextOf({
      signed,
      served: { 'x.lab': { NS: ['ns.x.lab.'] }, 'ns.x.lab': { A: ['203.0.113.53'] } },
    });
    assert.equal((await askValidated(context, '_dmarc.x.lab')).status, 'nxdomain');
  }
});

test('an alias that the resolver hides and does not follow is neither present nor absent', async () => {
  const { context } = contextOf({
    signed: false,
    lie: (message, name) => (/aliased|gone/.test(name) ? denied(message, nameError) : message),
  });
  const { answer } = await askBelieved(context, 'aliased.x.lab', 'A');
  assert.deepEqual(answer.failure, { reason: 'malformed', gap: 'resolver-contradicted' });
});

test("a filter's substitute address is not an address of the domain", async () => {
  const zero: Lie = (message, name, type) =>
    name === 'x.lab' && type === 'A'
      ? { ...message, answers: message.answers.map((one) => ({ ...one, rdata: new Uint8Array(4) })) }
      : message;
  const { answer } = await askBelieved(contextOf({ signed: false, lie: zero }).context, 'x.lab', 'A');
  assert.deepEqual(
    answer.records.map(({ data }) => data),
    ['203.0.113.1'],
  );
});

test("a filter's substitute for a missing address is none", async () => {
  const zero: Lie = (message, name, type) =>
    type === 'AAAA'
      ? { ...message, answers: [{ name, type: typeCode(type), class: 1, ttl: 60, rdata: new Uint8Array(16) }] }
      : message;
  const { answer } = await askBelieved(contextOf({ signed: false, lie: zero }).context, 'x.lab', 'AAAA');
  assert.deepEqual([answer.status, answer.records], ['nodata', []]);
});

test('a query that also fails at the name servers is neither present nor absent', async () => {
  const unsigned = (message: Message, name: string): Message =>
    name === '_dmarc.x.lab' || (name === 'x.lab' && message.questions[0]?.type === typeCode('MX'))
      ? { ...message, answers: message.answers.filter(({ type }) => type !== typeCode('RRSIG')) }
      : message;
  const { context } = contextOf({ signed: true, spoil: unsigned });
  for (const [name, type] of [
    ['_dmarc.x.lab', 'TXT'],
    ['x.lab', 'MX'],
  ] as const) {
    const answer = await askValidated(context, name, type);
    assert.deepEqual([answer.records, answer.failure], [[], { reason: 'malformed', gap: 'dnssec-bogus' }]);
  }
});

test('a signed or proved answer is not confirmed with name servers', async () => {
  const { context, asked } = contextOf({ signed: true });
  await askValidated(context, '_dmarc.x.lab');
  await askValidated(context, '_smtp._tls.x.lab');
  assert.deepEqual(asked, []);
});

test('a failure of the resolver alone is not one of the name servers', async () => {
  /** RFC 1035 section 4.1.1: REFUSED and SERVFAIL. */
  const [refused, served] = [5, 2];
  const fails: Lie = (message, _name, type) => (type === 'TLSA' ? denied(message, refused) : message);
  const failureAt = async (world: Omit<World, 'signed'>) => {
    const { context } = contextOf({ signed: true, lie: fails, ...world });
    const asked = { name: '_25._tcp.x.lab', type: 'TLSA', status: 'refused', records: [], cnames: [] };
    return (await withOwnFailures(context, asked as never)).failure;
  };
  assert.deepEqual(await failureAt({}), { reason: 'malformed', gap: 'resolver-contradicted' });
  assert.equal(await failureAt({ reached: false }), undefined);
  const spoil = (message: Message): Message =>
    message.questions[0]?.type === typeCode('TLSA') ? { ...message, responseCode: served } : message;
  assert.equal(await failureAt({ spoil }), undefined);
});
