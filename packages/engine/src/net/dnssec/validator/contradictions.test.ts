import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase32Hex } from '@perimeter/protocols/dns/encodings';
import { hashName } from '@perimeter/protocols/dns/denial/testing/zone';
import type { Message } from '@perimeter/protocols/dns/message';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { zoneKeysOf } from '../rrset.ts';
import { makeKey } from '../signed-zone.ts';
import { rr } from '../../resolver/scripted-server.ts';
import { contradictionsIn } from './contradictions.ts';
import { worldLookup, zoneOf } from './testing/world.ts';
import { Validator } from './validator.ts';

const key = makeKey('x.lab');
const zone = { name: 'x.lab', keys: zoneKeysOf([key.dnskey]) };
const records = {
  'x.lab': { A: ['203.0.113.1'], MX: ['10 mail.x.lab.'] },
  'alias.x.lab': { CNAME: ['www.x.lab.'] },
  'mail.x.lab': { A: ['203.0.113.2'] },
  'deep.empty.x.lab': { A: ['203.0.113.3'] },
  'www.x.lab': { A: ['203.0.113.4'], TXT: ['"text"'] },
  '*.wild.x.lab': { A: ['203.0.113.5'] },
};
const plain = { algorithm: 1, iterations: 0, salt: new Uint8Array() };
const hashed = (name: string): string => toBase32Hex(hashName(name, plain)).toLowerCase();
/** A hash with a different last digit, so that the interval between them covers almost nothing, or almost everything. */
const beside = (name: string): string => hashed(name).replace(/.$/u, (last) => (last === 'v' ? 'u' : 'v'));

const asked = [
  ['x.lab', 'A'],
  ['x.lab', 'MX'],
  ['alias.x.lab', 'CNAME'],
  ['mail.x.lab', 'A'],
  ['deep.empty.x.lab', 'A'],
  ['www.x.lab', 'A'],
  ['www.x.lab', 'TXT'],
  ['some.wild.x.lab', 'A'],
] as const;

interface Case {
  /** The denial in the answer to one more query; null: the zone's own denials only. */
  denial: ResourceRecord | null;
  signed?: ResourceRecord;
}

async function found({ denial, signed }: Case): Promise<string[]> {
  const spoil = (message: Message, name: string): Message =>
    name !== 'no.x.lab' || denial === null
      ? message
      : { ...message, authorities: [denial, key.sign([signed ?? denial], { signer: 'x.lab' })] };
  const lookup = worldLookup([zoneOf('x.lab', records, { key, spoil })]);
  const messages = await Promise.all(
    [...asked, ['no.x.lab', 'A'] as const].map(async ([name, type]) => lookup(name, type)),
  );
  const validator = new Validator({ lookup, anchors: [key.ds()], nowMs: Date.parse('2026-06-01') });
  const contradictions = await contradictionsIn(
    messages.filter((message) => message !== null),
    zone,
    validator,
  );
  return contradictions.map(
    ({ denies, name, type, denialAgeSeconds }) => `${denies} ${name} ${type} ${denialAgeSeconds}`,
  );
}

const nsec = (owner: string, data: string, ttl = 60): ResourceRecord => rr(owner, 'NSEC', data, ttl);
const nsec3 = (hash: string, data: string): ResourceRecord => rr(`${hash}.x.lab`, 'NSEC3', data);

const rows: readonly (readonly [what: string, given: Case, contradictions: readonly string[]])[] = [
  ['the whole chain of the zone denies none of its answers', { denial: null }, []],
  [
    'a span over a host',
    { denial: nsec('mail.x.lab', 'zz.x.lab. A RRSIG NSEC') },
    ['name www.x.lab A 0', 'name www.x.lab TXT 0'],
  ],
  [
    'the last span of a zone',
    { denial: nsec('empty.x.lab', 'x.lab. A RRSIG NSEC') },
    ['name mail.x.lab A 0', 'name deep.empty.x.lab A 0', 'name www.x.lab A 0', 'name www.x.lab TXT 0'],
  ],
  ['a bitmap without a type', { denial: nsec('www.x.lab', 'x.lab. A RRSIG NSEC') }, ['type www.x.lab TXT 0']],
  [
    'a bitmap of the apex without types',
    { denial: nsec('x.lab', 'alias.x.lab. SOA NS RRSIG NSEC DNSKEY') },
    ['type x.lab A 0', 'type x.lab MX 0'],
  ],
  [
    'a bitmap of an alias without it',
    { denial: nsec('alias.x.lab', 'deep.empty.x.lab. RRSIG NSEC') },
    ['type alias.x.lab CNAME 0'],
  ],
  [
    'a name said not to exist at all',
    { denial: nsec('www.x.lab', String.raw`\000.www.x.lab. RRSIG NSEC NXNAME`) },
    ['name www.x.lab A 0', 'name www.x.lab TXT 0'],
  ],
  [
    'a span that ends below a host',
    { denial: nsec('deep.empty.x.lab', 'a.mail.x.lab. A RRSIG NSEC') },
    ['type mail.x.lab A 0'],
  ],
  ['a span over what a wildcard gave', { denial: nsec('*.wild.x.lab', 'www.x.lab. A RRSIG NSEC') }, []],
  ['a delegation', { denial: nsec('mail.x.lab', 'www.x.lab. NS RRSIG NSEC') }, []],
  [
    'a span that another record was signed for',
    { denial: nsec('mail.x.lab', 'zz.x.lab. A RRSIG NSEC'), signed: nsec('mail.x.lab', 'www.x.lab. A RRSIG NSEC') },
    [],
  ],
  [
    'NSEC3: a bitmap without a type',
    { denial: nsec3(hashed('www.x.lab'), `1 0 0 - ${beside('www.x.lab')} A RRSIG`) },
    ['type www.x.lab TXT 0'],
  ],
  [
    'NSEC3: a span over nearly everything',
    { denial: nsec3(beside('mail.x.lab'), `1 0 0 - ${hashed('mail.x.lab')} A RRSIG`) },
    [
      'name x.lab A 0',
      'name x.lab MX 0',
      'name alias.x.lab CNAME 0',
      'name deep.empty.x.lab A 0',
      'name www.x.lab A 0',
      'name www.x.lab TXT 0',
    ],
  ],
  [
    'NSEC3: the same span with opt-out',
    { denial: nsec3(beside('mail.x.lab'), `1 1 0 - ${hashed('mail.x.lab')} A RRSIG`) },
    [],
  ],
  [
    'NSEC3: more iterations than are computed',
    { denial: nsec3(beside('mail.x.lab'), `1 0 151 - ${hashed('mail.x.lab')} A RRSIG`) },
    [],
  ],
];
for (const [what, given, expected] of rows)
  test(`${what}: ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, async () => {
    assert.deepEqual(await found(given), expected);
  });

test('the age of a cached record is the TTL that it has lost', async () => {
  const kept = { ...nsec('www.x.lab', 'x.lab. A RRSIG NSEC'), ttl: 20 };
  assert.deepEqual(await found({ denial: kept, signed: { ...kept, ttl: 60 } }), ['type www.x.lab TXT 40']);
});
