import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOf } from '@perimeter/protocols/dns/message';
import { buildQuery } from '@perimeter/protocols/dns/query';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { ZoneQuestion } from '../../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../../net/authoritative/question.ts';
import { makeKey, type SigningKey } from '../../../net/dnssec/signed-zone.ts';
import { Work } from '../../../net/dnssec/validator/work.ts';
import { rr } from '../../../net/resolver/scripted-server.ts';
import { judgeServers } from './signing.ts';

const zone = 'x.lab';
const names = { zone, parent: 'lab', domain: zone, missing: `perimeter-a.${zone}`, outside: 'example.com' };
const [ksk, zsk, otherKsk, otherZsk] = [makeKey(zone), makeKey(zone, 13, 256), makeKey(zone), makeKey(zone, 13, 256)];
const expired = { expiration: '20260101000000' };
const future = { inception: '20270101000000' };

interface Server {
  keys?: readonly SigningKey[];
  entry?: SigningKey;
  by?: SigningKey;
  times?: { expiration?: string; inception?: string };
  keyTimes?: { expiration?: string; inception?: string };
  /** No denial records. */
  proofless?: boolean;
  truncated?: boolean;
  authoritative?: boolean;
}

/** The answers of a zone's server with only an address. */
function answersOf(server: Server): ReadonlyMap<ZoneQuestion, DirectAnswer> {
  const { keys = [ksk, zsk], entry = ksk, by = zsk, times = {}, keyTimes = {}, proofless = false } = server;
  const { truncated = false, authoritative = true } = server;
  const signed = (records: readonly ResourceRecord[], signer = by, over = times): ResourceRecord[] => [
    ...records,
    signer.sign(records, { signer: zone, ...over }),
  ];
  const reply = (
    name: string,
    type: string,
    answers: ResourceRecord[],
    authorities: ResourceRecord[] = [],
    rcode = 0,
  ) => {
    const query = buildQuery({ id: 1, name, type: typeCode(type), recursionDesired: false });
    const flags = flagsOf({ response: true, authoritative, truncated });
    const message = { ...query, flags, answers, authorities, responseCode: rcode };
    const answer: DirectAnswer = {
      ok: true,
      reply: { readable: true, message },
      start: null,
      bytes: 1,
      questionBytes: 1,
      roundTripMs: 1,
      transport: 'udp',
      truncated: false,
    };
    return answer;
  };
  const soa = rr(zone, 'SOA', `ns.${zone}. h.${zone}. 1 7200 3600 1209600 300`);
  const nsec = rr(zone, 'NSEC', `${zone}. A NS SOA RRSIG NSEC DNSKEY`);
  const denial = [...signed([soa]), ...(proofless ? [] : signed([nsec]))];
  const dnskeys = keys.map(({ dnskey }) => dnskey);
  return new Map<ZoneQuestion, DirectAnswer>([
    ['DNSKEY', reply(zone, 'DNSKEY', signed(dnskeys, entry, keyTimes))],
    ['SOA', reply(zone, 'SOA', signed([soa]))],
    ['A', reply(zone, 'A', signed([rr(zone, 'A', '192.0.2.1')]))],
    ['AAAA', reply(zone, 'AAAA', [], denial)],
    ['missing-name', reply(names.missing, 'A', [], denial, 3)],
  ]);
}

const judging = () => ({ nowSeconds: Date.parse('2026-06-01') / 1_000, work: new Work() });
const faultsOf = (...servers: Server[]): string[] =>
  judgeServers(names, [ksk.ds()], servers.map(answersOf), judging()).map((faults) =>
    faults.map(({ question, reason }) => `${question} ${reason}`).join(', '),
  );

const everySet = (reason: string): string =>
  ['SOA', 'A', 'AAAA', 'missing-name'].map((question) => `${question} ${reason}`).join(', ');

for (const [what, servers, expected] of [
  ['all are alike', [{}, {}], ['', '']],
  ['the signatures of one have expired', [{ times: expired }, {}], [everySet('rrsig-expired'), '']],
  ['those of one begin in the future', [{}, { times: future }], ['', everySet('rrsig-not-yet')]],
  ['those over the keys of one have expired', [{ keyTimes: expired }, {}], ['DNSKEY rrsig-expired', '']],
  [
    'one has other keys, and signs with them',
    [{ keys: [otherKsk, otherZsk], entry: otherKsk, by: otherZsk }, {}],
    [`DNSKEY ds-mismatch, ${everySet('rrsig-invalid')}`, ''],
  ],
  [
    'one signs with a key that the other does not have, at times that are right',
    [{ keys: [ksk, zsk, otherZsk], by: otherZsk }, {}],
    [everySet('key-not-shared'), ''],
  ],
  [
    'each has the key of the other (RFC 8901)',
    [{ keys: [ksk, zsk, otherZsk], by: otherZsk }, { keys: [ksk, zsk, otherZsk] }],
    ['', ''],
  ],
  [
    'each has a key of its own alone',
    [{}, { keys: [ksk, otherZsk], by: otherZsk }],
    [everySet('key-not-shared'), everySet('key-not-shared')],
  ],
  ['one has no proofs', [{ proofless: true }, {}], ['AAAA denial-missing, missing-name denial-missing', '']],
  ['what one cut off or says without authority is nothing', [{ truncated: true, times: expired }, {}], ['', '']],
  ['a resolver in between is no server', [{ authoritative: false, times: expired }, {}], ['', '']],
] as const satisfies readonly (readonly [string, readonly Server[], readonly string[]])[])
  test(`servers of a signed zone: ${what}`, () => {
    assert.deepEqual(faultsOf(...servers), expected);
  });
