import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOf, responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { parseRecords } from '@perimeter/protocols/dns/record-line';
import { typeCode } from '@perimeter/protocols/dns/types';
import { reply } from '../../resolver/scripted-server.ts';
import { rfc4035Sets } from './testing/rfc4035.data.ts';
import { rfc5155Sets } from './testing/rfc5155.data.ts';
import type { ValidationLookup } from './security.ts';
import { Validator, type Validated } from './validator.ts';

// Signed answers from two standards with their published signatures, validated at a time when these were in force.

/** Sets of the answer section, then of the authority section; nxdomain where the name does not exist. */
type Given = readonly [answers: string, authorities?: string, code?: 'nxdomain'];

interface Standard {
  sets: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, Given>>;
  now: string;
}

const lookupOf =
  ({ sets, answers }: Standard, dropped: string): ValidationLookup =>
  async (name, type): Promise<Message | null> => {
    const given = answers[`${name} ${type}`];
    if (given === undefined) return null;
    const [answer, authority = '', code] = given;
    const recordsOf = (list: string) =>
      list
        .split(', ')
        .filter((id) => id !== '' && id !== dropped)
        .flatMap((id) => parseRecords(sets[id] ?? assert.fail(`${id} is no set`)));
    return reply(buildQuery({ id: 1, name, type: typeCode(type) }), {
      flags: flagsOf({ response: true }),
      answers: recordsOf(answer),
      authorities: recordsOf(authority),
      responseCode: code === 'nxdomain' ? responseCodes.nameError : responseCodes.noError,
    });
  };

/** Trusts the key with the entry point flag, as the standards do. */
async function validate(standard: Standard, question: string, dropped = ''): Promise<Validated> {
  const [name = '', type = ''] = question.split(' ');
  const anchors = parseRecords(standard.sets['example DNSKEY'] ?? '').filter(
    ({ type: code, rdata }) => code === typeCode('DNSKEY') && rdata[1] === 1,
  );
  const lookup = lookupOf(standard, dropped);
  return new Validator({ lookup, anchors, nowMs: Date.parse(standard.now) }).validate(name, type);
}

const nsecNodata = (...sets: string[]): Given => ['', ['example SOA', ...sets].join(', ')];
const wildcardNodata = nsecNodata('x.y.w.example NSEC', '*.w.example NSEC');
const nsecNxdomain: Given = ['', 'example SOA, b.example NSEC, example NSEC', 'nxdomain'];
const rfc4035: Standard = {
  sets: rfc4035Sets,
  now: '2004-05-01',
  answers: {
    'example DNSKEY': ['example DNSKEY'],
    'example SOA': ['example SOA'],
    'example NS': ['example NS'],
    'example MX': ['example MX'],
    'example DS': nsecNodata('example NSEC'),
    'w.example DS': nsecNodata('ns2.example NSEC'),
    'x.w.example DS': nsecNodata('x.w.example NSEC'),
    'x.w.example MX': ['x.w.example MX', 'example NS'],
    'ml.example DS': nsecNxdomain,
    'ml.example A': nsecNxdomain,
    'ns1.example DS': nsecNodata('ns1.example NSEC'),
    'ns1.example A': ['ns1.example A'],
    'ns1.example MX': nsecNodata('ns1.example NSEC'),
    'a.example DS': ['a.example DS'],
    'b.example DS': nsecNodata('b.example NSEC'),
    'b.example DNSKEY': [''],
    'mc.b.example DS': [''],
    'mc.b.example MX': [''],
    'z.w.example DS': wildcardNodata,
    'a.z.w.example DS': wildcardNodata,
    'a.z.w.example MX': ['a.z.w.example MX', 'example NS, x.y.w.example NSEC'],
    'a.z.w.example AAAA': wildcardNodata,
  },
};

const nsec3NxDomain: Given = ['', 'example SOA, 0p9m, b4um, 35mt', 'nxdomain'];
const nsec3WildcardNodata: Given = ['', 'example SOA, k8ud, q04j, r53b'];
const rfc5155: Standard = {
  sets: rfc5155Sets,
  now: '2010-01-01',
  answers: {
    'example DNSKEY': ['example DNSKEY'],
    'example SOA': ['example SOA'],
    'example DS': ['', 'example SOA, 0p9m'],
    'w.example DS': ['', 'example SOA, k8ud'],
    'x.w.example DS': ['', 'example SOA, b4um'],
    'c.x.w.example DS': nsec3NxDomain,
    'c.x.w.example DNSKEY': nsec3NxDomain,
    'a.c.x.w.example DS': nsec3NxDomain,
    'a.c.x.w.example A': nsec3NxDomain,
    'ns1.example DS': ['', 'example SOA, 2t7b'],
    'ns1.example A': ['ns1.example A'],
    'ns1.example MX': ['', 'example SOA, 2t7b'],
    'y.w.example DS': ['', 'example SOA, ji6n'],
    'y.w.example A': ['', 'example SOA, ji6n'],
    'c.example DS': ['', 'example SOA, 35mt, 0p9m'],
    'c.example DNSKEY': [''],
    'mc.c.example DS': [''],
    'mc.c.example MX': [''],
    'z.w.example DS': nsec3WildcardNodata,
    'z.w.example DNSKEY': nsec3WildcardNodata,
    'a.z.w.example DS': nsec3WildcardNodata,
    'a.z.w.example MX': ['a.z.w.example MX', 'q04j'],
    'a.z.w.example AAAA': nsec3WildcardNodata,
  },
};

// RFC 5155 section 9.2: a proof with an opt-out span is not authenticated, because an unsigned delegation may exist in
// it.
const examples: readonly (readonly [section: string, Standard, question: string, verdict: string])[] = [
  ['RFC 4035 A, the apex', rfc4035, 'example SOA', 'secure signed'],
  ['RFC 4035 A, the apex', rfc4035, 'example NS', 'secure signed'],
  ['RFC 4035 A, the apex', rfc4035, 'example MX', 'secure signed'],
  ['RFC 4035 A, an address', rfc4035, 'ns1.example A', 'secure signed'],
  ['RFC 4035 B.1, an answer', rfc4035, 'x.w.example MX', 'secure signed'],
  ['RFC 4035 B.2, a missing name', rfc4035, 'ml.example A', 'secure signed'],
  ['RFC 4035 B.3, a missing type', rfc4035, 'ns1.example MX', 'secure signed'],
  ['RFC 4035 B.4, a referral to a signed zone', rfc4035, 'a.example DS', 'secure signed'],
  ['RFC 4035 B.5, a referral to an unsigned zone', rfc4035, 'mc.b.example MX', 'insecure no-ds'],
  ['RFC 4035 B.6, a wildcard', rfc4035, 'a.z.w.example MX', 'secure signed'],
  ['RFC 4035 B.7, a missing type of a wildcard', rfc4035, 'a.z.w.example AAAA', 'secure signed'],
  ['RFC 4035 B.8, DS asked in the child', rfc4035, 'example DS', 'indeterminate no-anchor'],
  ['RFC 5155 A, the apex', rfc5155, 'example SOA', 'secure signed'],
  ['RFC 5155 A, an address', rfc5155, 'ns1.example A', 'secure signed'],
  ['RFC 5155 B.1, a missing name in an opt-out span', rfc5155, 'a.c.x.w.example A', 'insecure opt-out'],
  ['RFC 5155 B.2, a missing type', rfc5155, 'ns1.example MX', 'secure signed'],
  ['RFC 5155 B.2.1, an empty name', rfc5155, 'y.w.example A', 'secure signed'],
  ['RFC 5155 B.3, a referral to an unsigned zone', rfc5155, 'mc.c.example MX', 'insecure opt-out'],
  ['RFC 5155 B.4, a wildcard in an opt-out span', rfc5155, 'a.z.w.example MX', 'insecure opt-out'],
  ['RFC 5155 B.5, a missing type of a wildcard in one', rfc5155, 'a.z.w.example AAAA', 'insecure opt-out'],
  ['RFC 5155 B.6, DS asked in the child', rfc5155, 'example DS', 'indeterminate no-anchor'],
];

for (const [section, standard, question, verdict] of examples) {
  test(`${section}: ${question} is ${verdict}`, async () => {
    const { security, reason, proof } = await validate(standard, question);
    assert.equal(`${security} ${reason}`, verdict, JSON.stringify(proof, null, 1));
  });
}

const isProof = (id: string): boolean => id.endsWith('NSEC') || !id.includes(' ');

for (const [section, standard, question, verdict] of examples.filter(([, , , one]) => !one.startsWith('ind'))) {
  const [answer = '', authority = ''] = standard.answers[question] ?? [];
  for (const dropped of [answer, ...authority.split(', ').filter(isProof)].filter((id) => id !== '')) {
    test(`${section}: without ${dropped}, ${question} is not secure, and unsigned only where it was before`, async () => {
      const { security } = await validate(standard, question, dropped);
      const open = verdict === 'insecure opt-out' ? ['bogus', 'indeterminate', 'insecure'] : ['bogus', 'indeterminate'];
      assert.ok(open.includes(security), security);
    });
  }
}
