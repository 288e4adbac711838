import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '@perimeter/protocols/dns/message';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { makeKey, spoiledDs, type SigningKey } from '../signed-zone.ts';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { Validator, type Validated } from './validator.ts';
import { worldLookup, zoneOf, type WorldZone } from './testing/world.ts';

const nsec3 = (iterations: number, optOut = false): WorldZone['denial'] => ({
  parameters: { algorithm: 1, iterations, salt: Uint8Array.of(0xab, 0xcd) },
  optOut,
});
const dsText = (key: SigningKey, digestType: 1 | 2 | 4 = 2): string =>
  printRdata(typeCode('DS'), key.ds(digestType).rdata);

const leafRecords: WorldZone['records'] = {
  'x.lab': { A: ['203.0.113.1'], MX: ['10 mail.x.lab.'] },
  'www.x.lab': { CNAME: ['x.lab.'] },
  'out.x.lab': { CNAME: ['plain.lab.'] },
  '*.wild.x.lab': { A: ['203.0.113.2'] },
  'deep.empty.x.lab': { A: ['203.0.113.3'] },
  'old.x.lab': { DNAME: ['wild.x.lab.'] },
  'loop.x.lab': { CNAME: ['loop2.x.lab.'] },
  'loop2.x.lab': { CNAME: ['loop.x.lab.'] },
};

interface World {
  leaf?: Partial<WorldZone>;
  lab?: Partial<WorldZone>;
  /** Records of the parent at the delegation. */
  ds?: (key: SigningKey) => readonly string[];
}

/** root, lab and x.lab, signed; plain.lab unsigned. */
function worldOf({ leaf = {}, lab = {}, ds = (key) => [dsText(key)] }: World = {}): WorldZone[] {
  const below = zoneOf('x.lab', leafRecords, leaf);
  const pointers = below.key === null ? [] : ds(below.key);
  const delegation = { NS: ['ns.lab.'], ...(pointers.length > 0 ? { DS: pointers } : {}) };
  const above = zoneOf('lab', { 'x.lab': delegation, 'plain.lab': { NS: ['ns.lab.'] } }, lab);
  const plain = zoneOf('plain.lab', { 'plain.lab': { A: ['203.0.113.9'] } }, { key: null });
  const root = zoneOf('.', { lab: { NS: ['ns.lab.'], DS: above.key === null ? [] : [dsText(above.key)] } });
  return [root, above, below, plain];
}

async function validate(
  zones: readonly WorldZone[],
  name: string,
  type: string,
  now = '2026-06-01',
): Promise<Validated> {
  const rootKey = zones[0]?.key;
  assert.ok(rootKey);
  const settings = { lookup: worldLookup(zones), anchors: [rootKey.ds()], nowMs: Date.parse(now) };
  return new Validator(settings).validate(name, type);
}

const questions: readonly (readonly [name: string, type: string, verdict: string])[] = [
  ['x.lab', 'A', 'secure signed'],
  ['x.lab', 'AAAA', 'secure signed'],
  ['nothing.x.lab', 'A', 'secure signed'],
  ['empty.x.lab', 'A', 'secure signed'],
  ['www.x.lab', 'A', 'secure signed'],
  ['www.x.lab', 'MX', 'secure signed'],
  ['a.wild.x.lab', 'A', 'secure signed'],
  ['a.b.wild.x.lab', 'A', 'secure signed'],
  ['a.wild.x.lab', 'MX', 'secure signed'],
  ['new.old.x.lab', 'A', 'secure signed'],
  ['x.lab', 'DS', 'secure signed'],
  ['plain.lab', 'DS', 'secure signed'],
  ['plain.lab', 'A', 'insecure no-ds'],
  ['www.plain.lab', 'A', 'insecure no-ds'],
  ['out.x.lab', 'A', 'insecure no-ds'],
  ['loop.x.lab', 'A', 'indeterminate alias-loop'],
  ['nowhere.lab', 'A', 'secure signed'],
];
for (const [kind, denial] of [
  ['NSEC', 'nsec'],
  ['NSEC3', nsec3(0)],
  ['NSEC3 with 10 iterations', nsec3(10)],
] as const) {
  const zones = worldOf({ leaf: { denial }, lab: { denial } });
  for (const [name, type, verdict] of questions) {
    test(`${kind}: ${name} ${type} is ${verdict}`, async () => {
      const { security, reason, proof } = await validate(zones, name, type);
      assert.equal(`${security} ${reason}`, verdict, JSON.stringify(proof, null, 1));
    });
  }
}

const without =
  (drop: (record: ResourceRecord) => boolean, when: string): NonNullable<WorldZone['spoil']> =>
  (message, name, type) =>
    `${name} ${type}` === when
      ? {
          ...message,
          answers: message.answers.filter((r) => !drop(r)),
          authorities: message.authorities.filter((r) => !drop(r)),
        }
      : message;
const isType =
  (type: string) =>
  (record: ResourceRecord): boolean =>
    record.type === typeCode(type);
const flip = (record: ResourceRecord): ResourceRecord => ({
  ...record,
  rdata: record.rdata.map((octet, index, all) => (index === all.length - 1 ? octet ^ 1 : octet)),
});
const corrupt =
  (when: string): NonNullable<WorldZone['spoil']> =>
  (message, name, type) =>
    `${name} ${type}` === when
      ? { ...message, answers: message.answers.map((r) => (isType('RRSIG')(r) ? flip(r) : r)) }
      : message;
const silent =
  (when: string): NonNullable<WorldZone['spoil']> =>
  (message, name, type) =>
    `${name} ${type}` === when ? null : message;
const servfail =
  (when: string): NonNullable<WorldZone['spoil']> =>
  (message: Message, name, type) =>
    `${name} ${type}` === when ? { ...message, responseCode: 2, answers: [], authorities: [] } : message;
/** Answers without any proof. */
const unproving: NonNullable<WorldZone['spoil']> = (message) => ({
  ...message,
  authorities: message.authorities.filter((record) => !isType('NSEC')(record)),
});
const unknown = (): SigningKey => makeKey('x.lab', 200);

type Break = readonly [what: string, world: World, name: string, type: string, verdict: string, now?: string];
const breaks: readonly Break[] = [
  ['no signature', { leaf: { spoil: without(isType('RRSIG'), 'x.lab A') } }, 'x.lab', 'A', 'bogus rrsig-missing'],
  ['a flipped signature', { leaf: { spoil: corrupt('x.lab A') } }, 'x.lab', 'A', 'bogus rrsig-invalid'],
  ['an old signature', {}, 'x.lab', 'A', 'bogus rrsig-expired', '2031-01-01'],
  ['a signature of the future', {}, 'x.lab', 'A', 'bogus rrsig-not-yet', '2024-12-31'],
  [
    'a DS that fits no key',
    { ds: (key) => [printRdata(typeCode('DS'), spoiledDs(key).rdata)] },
    'x.lab',
    'A',
    'bogus ds-mismatch',
  ],
  ['no keys', { leaf: { spoil: without(isType('DNSKEY'), 'x.lab DNSKEY') } }, 'x.lab', 'A', 'bogus key-missing'],
  ['unsigned keys', { leaf: { spoil: without(isType('RRSIG'), 'x.lab DNSKEY') } }, 'x.lab', 'A', 'bogus rrsig-missing'],
  ['an algorithm that nobody knows', { leaf: { key: unknown() } }, 'x.lab', 'A', 'insecure unsupported-algorithm'],
  [
    'a digest that nobody knows',
    { ds: (key) => [dsText(key).replace(/ 2 /u, ' 99 ')] },
    'x.lab',
    'A',
    'insecure unsupported-digest',
  ],
  [
    'no proof that the name is missing',
    { leaf: { spoil: without(isType('NSEC'), 'no.x.lab A') } },
    'no.x.lab',
    'A',
    'bogus denial-missing',
  ],
  ...(['no.x.lab A', 'x.lab AAAA'] as const).map((when): Break => {
    const [name = '', type = ''] = when.split(' ');
    const spoil = without((record) => isType('RRSIG')(record) && record.rdata[1] === typeCode('SOA'), when);
    return [
      `a proved absence beside an SOA without signature, ${when}`,
      { leaf: { spoil } },
      name,
      type,
      'bogus rrsig-missing',
    ];
  }),
  [
    'a proved absence beside no SOA',
    { leaf: { spoil: without((record) => isType('SOA')(record), 'no.x.lab A') } },
    'no.x.lab',
    'A',
    'secure signed',
  ],
  [
    'no proof beside a wildcard',
    { leaf: { spoil: without(isType('NSEC'), 'a.wild.x.lab A') } },
    'a.wild.x.lab',
    'A',
    'bogus denial-missing',
  ],
  [
    'no proof that the DS is missing',
    { lab: { spoil: without(isType('NSEC'), 'plain.lab DS') } },
    'plain.lab',
    'A',
    'bogus denial-missing',
  ],
  [
    'no proof that the DS of a name is missing, beside a signed set',
    { leaf: { spoil: without(isType('NSEC'), 'deep.empty.x.lab DS') } },
    'deep.empty.x.lab',
    'A',
    'secure signed',
  ],
  ['a zone without any proof: a signed set', { leaf: { spoil: unproving } }, 'deep.empty.x.lab', 'A', 'secure signed'],
  ['a zone without any proof: a signed alias', { leaf: { spoil: unproving } }, 'www.x.lab', 'A', 'secure signed'],
  [
    'a zone without any proof: an alias to a signed set',
    { leaf: { spoil: unproving } },
    'www.x.lab',
    'MX',
    'secure signed',
  ],
  [
    'a zone without any proof: an absence',
    { leaf: { spoil: unproving } },
    'deep.empty.x.lab',
    'MX',
    'bogus denial-missing',
  ],
  [
    'a zone without any proof: a wildcard answers',
    { leaf: { spoil: unproving } },
    'a.wild.x.lab',
    'A',
    'bogus denial-missing',
  ],
  [
    'no proof that the DS is missing: a set whose signature is wrong',
    {
      leaf: {
        spoil: (message, name, type) =>
          corrupt('deep.empty.x.lab A')(unproving(message, name, type) ?? message, name, type),
      },
    },
    'deep.empty.x.lab',
    'A',
    'bogus denial-missing',
  ],
  [
    'no proof that the DS of a name is missing, beside a proved absence',
    { leaf: { spoil: without(isType('NSEC'), 'deep.empty.x.lab DS') } },
    'deep.empty.x.lab',
    'AAAA',
    'secure signed',
  ],
  [
    'silence about the DS of a name, beside a signed set',
    { leaf: { spoil: silent('deep.empty.x.lab DS') } },
    'deep.empty.x.lab',
    'A',
    'secure signed',
  ],
  [
    'a DS left out',
    { lab: { spoil: without((r) => isType('DS')(r) || isType('RRSIG')(r), 'x.lab DS') } },
    'x.lab',
    'A',
    'bogus denial-missing',
  ],
  ['an opt-out span over the delegation', { lab: { denial: nsec3(0, true) } }, 'plain.lab', 'A', 'insecure opt-out'],
  ['an opt-out span over a missing name', { lab: { denial: nsec3(0, true) } }, 'nothing.lab', 'A', 'insecure opt-out'],
  ['too many iterations', { leaf: { denial: nsec3(151) } }, 'no.x.lab', 'A', 'indeterminate capped'],
  ['silence', { leaf: { spoil: silent('x.lab A') } }, 'x.lab', 'A', 'indeterminate no-answer'],
  ['silence about the DS', { lab: { spoil: silent('x.lab DS') } }, 'x.lab', 'A', 'indeterminate no-answer'],
  ['an error', { leaf: { spoil: servfail('x.lab A') } }, 'x.lab', 'A', 'indeterminate response-code'],
  ['an error for the keys', { leaf: { spoil: servfail('x.lab DNSKEY') } }, 'x.lab', 'A', 'indeterminate response-code'],
];
for (const [what, world, name, type, verdict, now] of breaks) {
  test(`${what}: ${verdict}`, async () => {
    const { security, reason, proof } = await validate(worldOf(world), name, type, now);
    assert.equal(`${security} ${reason}`, verdict, JSON.stringify(proof, null, 1));
  });
}

test('a response code that does not match the proof is bogus', async () => {
  const lie = (responseCode: number, when: string): World => ({
    leaf: { spoil: (message, name, type) => (`${name} ${type}` === when ? { ...message, responseCode } : message) },
  });
  assert.equal((await validate(worldOf(lie(3, 'x.lab AAAA')), 'x.lab', 'AAAA')).reason, 'denial-wrong');
  assert.equal((await validate(worldOf(lie(0, 'no.x.lab A')), 'no.x.lab', 'A')).reason, 'denial-wrong');
});

test('zones with SHA-1 are secure, and effectively insecure', async () => {
  const old = await validate(worldOf({ leaf: { key: makeKey('x.lab', 7) } }), 'x.lab', 'A');
  assert.deepEqual(
    [old.security, old.effective],
    ['secure', { security: 'insecure', reason: 'unsupported-algorithm' }],
  );
  const digest = await validate(worldOf({ ds: (key) => [dsText(key, 1)] }), 'x.lab', 'A');
  assert.deepEqual(digest.effective, { security: 'insecure', reason: 'unsupported-digest' });
  const both = await validate(worldOf({ ds: (key) => [dsText(key, 1), dsText(key)] }), 'x.lab', 'A');
  assert.deepEqual(both.effective, { security: 'secure', reason: 'signed' });
});

test('every query is sent once, whatever is validated', async () => {
  const zones = worldOf();
  const lookup = worldLookup(zones);
  const rootKey = zones[0]?.key;
  assert.ok(rootKey);
  const validator = new Validator({ lookup, anchors: [rootKey.ds()], nowMs: Date.parse('2026-06-01') });
  await Promise.all(['A', 'MX', 'TXT', 'A'].map(async (type) => validator.validate('www.x.lab', type)));
  assert.deepEqual(lookup.asked, [...new Set(lookup.asked)]);
  assert.ok(validator.work.verifications <= 24, String(validator.work.verifications));
});

test('only a few keys with the same tag are tried', async () => {
  const key = makeKey('x.lab');
  const copies = Array.from({ length: 30 }, () => ({ ...key.dnskey, rdata: key.dnskey.rdata }));
  const flood = (message: Message, name: string, type: string): Message => {
    if (`${name} ${type}` !== 'x.lab A') return message;
    const signature = message.answers.find(isType('RRSIG'));
    return signature === undefined
      ? message
      : {
          ...message,
          answers: [...message.answers.filter((r) => !isType('RRSIG')(r)), ...copies.map(() => flip(signature))],
        };
  };
  const zones = worldOf({ leaf: { key, spoil: flood } });
  const { security, reason } = await validate(zones, 'x.lab', 'A');
  assert.deepEqual([security, reason], ['indeterminate', 'capped']);
});

/** One resolver for everything: it strips the same records everywhere. */
const everywhere = (spoil: NonNullable<WorldZone['spoil']>): WorldZone[] =>
  worldOf().map((zone) => ({ ...zone, spoil }));
const leavingOut =
  (...types: readonly string[]): NonNullable<WorldZone['spoil']> =>
  (message: Message) => {
    const kept = (records: readonly ResourceRecord[]): ResourceRecord[] =>
      records.filter((record) => !types.some((type) => isType(type)(record)));
    return { ...message, answers: kept(message.answers), authorities: kept(message.authorities) };
  };

for (const [what, types, name] of [
  ['signatures', ['RRSIG'], 'x.lab'],
  ['proofs', ['NSEC', 'NSEC3'], 'nothing.x.lab'],
  ['proofs of a missing DS', ['NSEC', 'NSEC3'], 'plain.lab'],
  ['keys', ['DNSKEY', 'RRSIG'], 'x.lab'],
] as const) {
  test(`${what} stripped by the resolver are not missing from the zone`, async () => {
    const { security, reason } = await validate(everywhere(leavingOut(...types)), name, 'A');
    assert.deepEqual([security, reason], ['indeterminate', 'stripped']);
  });
}

for (const [algorithm, digestType] of [
  [5, 2],
  [7, 2],
  [8, 1],
  [10, 4],
  [14, 2],
  [15, 2],
  [16, 4],
  [18, 2],
] as const) {
  test(`algorithm ${algorithm} is verified, over a DS of digest type ${digestType}`, async () => {
    const zones = worldOf({ leaf: { key: makeKey('x.lab', algorithm) }, ds: (key) => [dsText(key, digestType)] });
    const { security, reason } = await validate(zones, 'x.lab', 'A');
    assert.deepEqual([security, reason], ['secure', 'signed']);
  });
}

test('a set of 300 records is verified completely', async () => {
  const many = Array.from({ length: 300 }, (_, n) => `198.51.${n >> 8}.${n & 255}`);
  const key = makeKey('x.lab');
  const zones = [...worldOf({ leaf: { key } }).slice(0, 2), zoneOf('x.lab', { 'x.lab': { A: many } }, { key })];
  const { security, records } = await validate(zones, 'x.lab', 'A');
  assert.deepEqual([security, records.length], ['secure', 300]);
});

test('a star inside a name is an ordinary label', async () => {
  const key = makeKey('x.lab');
  const zones = [
    ...worldOf({ leaf: { key } }).slice(0, 2),
    zoneOf('x.lab', { 'a.*.x.lab': { A: ['203.0.113.7'] } }, { key }),
  ];
  const { security, reason } = await validate(zones, 'a.*.x.lab', 'A');
  assert.deepEqual([security, reason], ['secure', 'signed']);
});

test('localhost is unsigned, because resolvers answer for it themselves', async () => {
  const [root, ...below] = worldOf();
  assert.ok(root !== undefined);
  for (const name of ['localhost', 'mx.localhost']) {
    const { security, effective } = await validate([root, ...below], name, 'A');
    assert.deepEqual([security, effective.security], ['insecure', 'insecure']);
  }
});
