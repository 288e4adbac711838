import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { Registration } from '../../evidence/registration.ts';
import type { AuditHttp } from '../http/client.ts';
import type { Exchanged } from '../http/exchanged.ts';
import type { AskParent } from './parent-word.ts';
import type { RegistrationAsker } from './asker.ts';
import { createRegistrations } from './registrations.ts';

/** A registry's answer: a status with a body, or none. */
type Word = readonly [status: number, body: unknown] | null;

const record = (more: object = {}) => ({ objectClassName: 'domain', ldhName: 'gone.lab', ...more });

function exchanged(url: URL, word: Word, isTrusted: boolean): Exchanged {
  const facts = { url: url.href, method: 'GET', address: '192.0.2.1', port: 443, requestHead: '' };
  if (word === null) {
    const failure = netFailed('timeout', 'no-address');
    return { facts: { ...facts, tls: null, result: { ok: false, failure } }, head: null, connected: false };
  }
  const [status, body] = word;
  const tls = {
    protocol: 'TLSv1.3',
    cipher: '',
    alpn: null,
    authorized: isTrusted,
    authorizationError: null,
    certificate: null,
  };
  const content = Buffer.from(JSON.stringify(body));
  const response = { status } as Extract<Exchanged['facts']['result'], { ok: true }>['response'];
  return { facts: { ...facts, tls, result: { ok: true, response } }, head: null, connected: true, content };
}

interface Scene {
  dns?: Partial<Pick<DnsAnswer, 'status' | 'cnames'>>;
  /** Whether a signed denial proves that the domain does not exist. */
  proved?: boolean;
  /** The denial lacks the proofs that the parent zone must give, as from a filtering resolver. */
  unproved?: boolean;
  /** Whether two servers of the parent zone deny the domain; null: no answer; missing: no such zone. */
  parent?: boolean | null | 'missing';
  word?: Word;
  isTrusted?: boolean;
  registries?: ReadonlyMap<string, string>;
  memory?: Parameters<typeof createRegistrations>[0]['memory'];
  nowMs?: () => number;
}

const parentAnswers = (denies: boolean) =>
  ['192.0.2.1', '192.0.2.2'].map((address, at) => ({ server: `ns${at}.lab`, address, rcode: denies ? 3 : 0 }));

function scene({
  dns,
  proved = false,
  unproved = false,
  parent = null,
  word = null,
  isTrusted = true,
  registries = new Map([['lab', 'https://rdap.lab/v1/']]),
  memory = new Map(),
  nowMs = () => 0,
}: Scene) {
  const asked: string[] = [];
  const fetchWith: AuditHttp['fetchWith'] = () => async (url) => {
    asked.push(url.href);
    return { exchange: exchanged(url, word, isTrusted), attempts: [] };
  };
  const http: AuditHttp = {
    userAgent: 'test',
    documents: new Map(),
    end: () => {},
    fetchWith,
    probeWith: () => assert.fail('only fetches'),
  };
  const askParent: AskParent = async () => ({
    isMissing: parent === 'missing',
    answers: typeof parent === 'boolean' ? parentAnswers(parent) : [],
  });
  const registrations = createRegistrations({ http, registries, askParent, memory, nowMs });
  const answer: DnsAnswer = {
    name: 'gone.lab',
    type: 'NS',
    status: 'nxdomain',
    authenticated: false,
    transport: 'udp',
    cnames: [],
    records: [],
    extendedErrors: [],
    ...dns,
  };
  const judged = unproved
    ? ({ security: 'bogus', reason: 'denial-missing' } as const)
    : ({ security: proved ? 'secure' : 'insecure', reason: proved ? 'signed' : 'no-ds' } as const);
  const denial = { kind: 'nsec', proves: 'nxdomain', lacks: null } as const;
  const step = {
    ...judged,
    kind: 'denial',
    name: 'gone.lab',
    type: 'NS',
    zone: 'lab',
    signature: null,
  } as const;
  const asker: RegistrationAsker = {
    authoritative: { ask: async () => assert.fail('The servers of the zone above are asked by other means here') },
    resolver: { query: async () => answer },
    validator: {
      validate: async () => ({
        ...judged,
        effective: judged,
        records: [],
        owner: 'gone.lab',
        proof: [{ ...step, denial }],
      }),
    },
    signal: new AbortController().signal,
  };
  return { asked, registrations, asker, lookup: async () => registrations.lookup('gone.lab', asker) };
}

type Rest = Omit<Registration, 'domain' | 'answers'>;
const rows: readonly (readonly [what: string, scene: Scene, expected: Rest])[] = [
  [
    'a denial without the proofs that the zone above owes is no word',
    { unproved: true },
    { status: 'unknown', proof: 'resolver' },
  ],
  [
    'beside servers of the zone above that deny it, one is enough',
    { unproved: true, parent: true },
    { status: 'unregistered', proof: 'name-servers' },
  ],
  ['a domain that resolves has an owner', { dns: { status: 'answer' } }, { status: 'registered', proof: 'resolver' }],
  ['so has one without records', { dns: { status: 'nodata' } }, { status: 'registered', proof: 'resolver' }],
  ['a failure of the resolver says nothing', { dns: { status: 'servfail' } }, { status: 'unknown', proof: 'resolver' }],
  [
    'nor does an alias that leads nowhere',
    { dns: { cnames: ['nowhere.lab'] } },
    { status: 'unknown', proof: 'resolver' },
  ],
  ["one resolver's word", {}, { status: 'unregistered', proof: 'resolver' }],
  ['a signed denial', { proved: true }, { status: 'unregistered', proof: 'name-servers' }],
  ['two servers of the zone above', { parent: true }, { status: 'unregistered', proof: 'name-servers' }],
  ['servers that delegate it', { parent: false }, { status: 'unknown', proof: 'name-servers' }],
  ['the registry alone', { word: [404, {}] }, { status: 'unregistered', proof: 'name-servers' }],
  ['servers and registry', { parent: true, word: [404, {}] }, { status: 'unregistered', proof: 'registry' }],
  ['a zone that does not exist', { parent: 'missing' }, { status: 'unregistrable', proof: 'resolver' }],
  [
    'a zone whose absence is signed',
    { parent: 'missing', proved: true },
    { status: 'unregistrable', proof: 'resolver' },
  ],
  ['denial and registry', { proved: true, word: [404, {}] }, { status: 'unregistered', proof: 'registry' }],
  ['on hold', { proved: true, word: [200, record()] }, { status: 'registered', proof: 'registry' }],
  [
    'a registry without a trusted certificate says nothing',
    { word: [404, {}], isTrusted: false },
    { status: 'unregistered', proof: 'resolver' },
  ],
  ['nor does an error', { word: [500, {}] }, { status: 'unregistered', proof: 'resolver' }],
  [
    'nor the record of another domain',
    { word: [200, record({ ldhName: 'other.example' })] },
    { status: 'unregistered', proof: 'resolver' },
  ],
];

for (const [what, given, expected] of rows)
  test(what, async () => {
    const { lookup } = scene(given);
    const { answers: _, ...found } = await lookup();
    assert.deepEqual(found, { domain: 'gone.lab', ...expected });
  });

test("every source's answer is stored", async () => {
  const url = 'https://rdap.lab/v1/domain/gone.lab';
  const free = await scene({ proved: true, parent: true, word: [404, {}] }).lookup();
  assert.deepEqual(free.answers, {
    denial: { zone: 'lab', kind: 'nsec' },
    parent: parentAnswers(true),
    registry: { url, status: 404 },
  });
  const held = await scene({ word: [200, record()] }).lookup();
  assert.deepEqual(held.answers, { denial: null, parent: [], registry: { url, status: 200 } });
  const silent = await scene({ word: [500, {}] }).lookup();
  assert.deepEqual(silent.answers, { denial: null, parent: [], registry: null });
  assert.equal((await scene({ dns: { status: 'answer' } }).lookup()).answers, undefined);
});

test('registries are queried only for domains that do not resolve, once each, and never when disabled', async () => {
  const resolving = scene({ dns: { status: 'answer' } });
  await resolving.lookup();
  assert.deepEqual(resolving.asked, []);
  const missing = scene({ word: [404, {}] });
  await Promise.all([missing.lookup(), missing.lookup()]);
  assert.deepEqual(missing.asked, ['https://rdap.lab/v1/domain/gone.lab']);
  const off = scene({ word: [404, {}], registries: new Map() });
  assert.equal((await off.lookup()).proof, 'resolver');
  assert.deepEqual(off.asked, []);
});

test('an audit queries registries for at most eight domains', async () => {
  const { asked, registrations, asker } = scene({ word: [404, {}] });
  for (let at = 0; at < 20; at += 1) await registrations.lookup(`gone${at}.lab`, asker);
  assert.equal(asked.length, 8);
});

test('an answer is cached for a day, for all audits of a process', async () => {
  const memory = new Map();
  const first = scene({ word: [404, {}], memory });
  await first.lookup();
  const later = scene({ word: [404, {}], memory, nowMs: () => 23 * 3_600_000 });
  await later.lookup();
  assert.equal(later.asked.length, 0);
  const nextDay = scene({ word: [404, {}], memory, nowMs: () => 25 * 3_600_000 });
  await nextDay.lookup();
  assert.equal(nextDay.asked.length, 1);
});
