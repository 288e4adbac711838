import {
  type LiveSigning,
  type OwnKeyPlan,
  type OwnSigning,
  text,
  type Signing,
  type Zone,
  type ZoneRecord,
} from './zone.ts';

/** Validators that ours is compared with. */
export type Rival = 'unbound' | 'delv' | 'drill' | 'dnsviz';

/** A DNSSEC zone, its purpose, and the expected results of validators. */
export interface DnssecZone extends Zone {
  readonly what: string;
  /** Name below the zone (or `@`) and type to ask for; default: its TXT. */
  readonly question?: readonly [name: string, type: string];
  /** Security state and reason of our own validator. */
  readonly verdict: string;
  /** Different results of other validators, and the section of the standard that allows both. */
  readonly differs?: Readonly<Partial<Record<Rival, string>>> & { readonly why: string };
}

const nameServers = ['ns1.nic.lab', 'ns2.nic.lab'];
const words: ZoneRecord = ['@', 'TXT', text('signed in the lab')];
const secure = 'secure signed';

type Given = Partial<Omit<DnssecZone, 'signing'>> & { readonly signing?: Partial<Signing> };

const zone = (
  label: string,
  what: string,
  verdict: string,
  { signing, records = [], ...over }: Given = {},
): DnssecZone => ({
  nameServers,
  ...over,
  origin: `${label}.lab`,
  what,
  verdict,
  records: [words, ...records],
  signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec3', ...signing },
});

/** Signed here: one key of this kind that signs everything. */
const own = (key: OwnKeyPlan, over: Omit<OwnSigning, 'keys'> = {}): Partial<Signing> => ({
  own: { keys: [key], ...over },
});

/** Signed online, by our own server or a daemon. */
const live = (label: string, what: string, verdict: string, signing: LiveSigning, over: Given = {}): DnssecZone =>
  zone(label, what, verdict, {
    question: ['nothing', 'A'],
    ...over,
    nameServers: { own: ['live1.nic.lab', 'live2.nic.lab'], knot: ['knot.nic.lab'], powerdns: ['powerdns.nic.lab'] }[
      signing.by
    ],
    signing: own({ material: 'p256', algorithm: 13 }, { live: signing }),
  });

/** Zones with one DNSSEC property or fault each; without addresses, so that only DNS is audited. */
export const dnssecZones: readonly DnssecZone[] = [
  zone('sec-nsec', 'ECDSA with NSEC, whose names can be listed', secure, {
    signing: { denial: 'nsec' },
    question: ['nothing', 'A'],
  }),
  zone('sec-nsec3', 'ECDSA with NSEC3', secure, { question: ['nothing', 'A'] }),
  zone('sec-rsasha1', 'RSASHA1-NSEC3-SHA1', secure, {
    signing: { algorithm: 'RSASHA1-NSEC3-SHA1' },
  }),
  zone('sec-rsa1024', 'RSASHA256 with 1024 bits', secure, { signing: { algorithm: 'RSASHA256', bits: 1024 } }),
  zone('sec-rsasha512', 'RSASHA512', secure, { signing: { algorithm: 'RSASHA512' } }),
  zone('sec-rsasha1-nsec', 'RSASHA1, NSEC', secure, { signing: { algorithm: 'RSASHA1', denial: 'nsec' } }),
  zone('sec-p384', 'ECDSAP384SHA384', secure, { signing: { algorithm: 'ECDSAP384SHA384' } }),
  zone('sec-ed25519', 'ED25519', secure, { signing: { algorithm: 'ED25519' } }),
  zone('sec-ed448', 'ED448', secure, { signing: { algorithm: 'ED448' } }),
  zone('sec-rsa2048', 'RSASHA256 with 2048 bits', secure, { signing: { algorithm: 'RSASHA256' } }),
  zone('sec-rsa4096', 'RSASHA256 with 4096 bits', secure, { signing: { algorithm: 'RSASHA256', bits: 4096 } }),
  zone('sec-rsa512', 'RSASHA256 with 512 bits', secure, { signing: own({ material: 'rsa512', algorithm: 8 }) }),
  zone('sec-rsa-e3', 'RSASHA256 with the exponent 3', secure, { signing: own({ material: 'rsa-e3', algorithm: 8 }) }),
  zone('sec-rsa-roca', 'RSASHA256 with a key of CVE-2017-15361', secure, {
    signing: own({ material: 'rsa-roca', algorithm: 8 }),
  }),
  zone('sec-rsa-close', 'RSASHA256 with close primes (CVE-2022-26320)', secure, {
    signing: own({ material: 'rsa-close-primes', algorithm: 8 }),
  }),
  zone('sec-mldsa44', 'ML-DSA-44', secure, {
    signing: own({ material: 'mldsa44', algorithm: 18 }),
    differs: {
      unbound: 'insecure',
      delv: 'insecure',
      drill: 'no-chain',
      why: 'RFC 4035 section 5.2: a zone of an algorithm that a validator does not know is unsigned to it',
    },
  }),
  zone('sec-gost', 'GOST R 34.10-2001, which nobody verifies', 'insecure unsupported-algorithm', {
    signing: own({ material: 'opaque', algorithm: 12 }),
  }),
  zone('sec-alg-200', 'Keys and signatures of an unassigned algorithm', 'insecure unsupported-algorithm', {
    signing: own({ material: 'opaque', algorithm: 200 }),
  }),
  zone('sec-alg-private', 'Keys and signatures of a private algorithm', 'insecure unsupported-algorithm', {
    signing: own({ material: 'opaque', algorithm: 253 }),
  }),
  zone('sec-ds-for-zsk', 'The DS of a key without the entry flag', secure, {
    signing: own({ material: 'p256', algorithm: 13, flags: 256 }),
  }),
  zone('sec-key-no-zone-flag', 'A key that is no zone key', 'bogus ds-mismatch', {
    signing: own({ material: 'p256', algorithm: 13, flags: 1 }),
    differs: {
      drill: 'chain',
      dnsviz: 'sound',
      why: 'RFC 4034 section 2.1.1: a key without the flag of zone keys verifies nothing; both leave the flag out of account',
    },
  }),
  zone('sec-key-revoked', 'The DS of a revoked key', 'bogus ds-mismatch', {
    signing: own({ material: 'p256', algorithm: 13, flags: 0x0181 }),
    differs: {
      unbound: 'secure',
      drill: 'chain',
      why: 'RFC 5011 section 2.1: a revoked key counts no more; Unbound and drill apply that to trust anchors alone',
    },
  }),
  zone('sec-short-lived', 'Signatures that end in six hours, under a TTL of a day', secure, {
    signing: own({ material: 'p256', algorithm: 13 }, { hours: 6, ttl: 86_400 }),
  }),
  zone('sec-key-trap', 'Keys of one tag and wrong signatures (CVE-2023-50387)', 'indeterminate capped', {
    signing: own({ material: 'p384', algorithm: 14 }, { sameTag: 20 }),
    differs: {
      unbound: 'bogus',
      delv: 'bogus',
      dnsviz: 'fails',
      why: 'RFC 4035 section 5.3.3 leaves open how many keys are tried; signatures that were not tried prove nothing here. Dnsviz 0.9 cannot sort keys of one tag',
    },
  }),
  zone('sec-300-addresses', 'A name with 300 addresses', secure, {
    records: Array.from({ length: 300 }, (_, n): ZoneRecord => ['many', 'A', `192.0.2.${1 + (n % 250)}`]).concat(
      Array.from({ length: 50 }, (_, n): ZoneRecord => ['many', 'A', `203.0.113.${1 + n}`]),
    ),
    question: ['many', 'A'],
    differs: {
      drill: 'no-chain',
      why: 'RFC 2181 section 9: the records come by TCP, where drill 1.8 does not look for their keys',
    },
  }),
  zone('sec-wrong-signer', 'TXT with a signature in the name of the parent', 'bogus rrsig-missing', {
    signing: { fault: 'wrong-signer' },
  }),
  zone('sec-labels', 'TXT with a signature for a longer name', 'bogus rrsig-missing', {
    signing: { fault: 'too-many-labels' },
  }),
  zone('sec-longer-ttl', 'TXT with a TTL beyond the one that was signed', secure, { signing: { fault: 'longer-ttl' } }),
  zone('sec-ds-sha1', 'DS with SHA-1 alone', secure, { signing: { digests: [1] } }),
  zone('sec-ds-both', 'DS with SHA-1 beside SHA-256', secure, { signing: { digests: [1, 2] } }),
  zone('sec-ds-sha384', 'DS with SHA-384', secure, { signing: { digests: [4] } }),
  zone('sec-ds-unknown', 'DS with a digest that nobody knows', 'insecure unsupported-digest', {
    signing: { fault: 'unknown-digest' },
  }),
  zone('sec-alg-unknown', 'DS with an algorithm that nobody knows', 'insecure unsupported-algorithm', {
    signing: { fault: 'unknown-algorithm' },
  }),
  zone('sec-ds-orphan', 'A second DS without a key', secure, { signing: { fault: 'orphan' } }),
  zone('sec-ds-mismatch', 'The DS matches no key', 'bogus ds-mismatch', { signing: { fault: 'bogus' } }),
  zone('sec-ds-no-dnskey', 'A DS, but no keys', 'bogus key-missing', { signing: { fault: 'unsigned' } }),
  zone('sec-expired', 'Signatures that ended in 2020', 'bogus rrsig-expired', { signing: { fault: 'expired' } }),
  zone('sec-future', 'Signatures that begin in 2040', 'bogus rrsig-not-yet', { signing: { fault: 'future' } }),
  zone('sec-long', 'Signatures that last until 2036', secure, { signing: { fault: 'long' } }),
  zone('sec-text-unsigned', 'TXT without a signature', 'bogus rrsig-missing', { signing: { fault: 'text-unsigned' } }),
  zone('sec-text-corrupt', 'TXT with a signature that does not verify', 'bogus rrsig-invalid', {
    signing: { fault: 'text-corrupt' },
  }),
  zone('sec-policy-corrupt', 'A DMARC record with a signature that does not verify', 'bogus rrsig-invalid', {
    signing: { fault: 'text-corrupt' },
    question: ['_dmarc', 'TXT'],
    records: [['_dmarc', 'TXT', text('v=DMARC1; p=reject')]],
  }),
  zone('sec-text-expired', 'TXT with an expired signature, all else in order', 'bogus rrsig-expired', {
    signing: { fault: 'text-expired' },
  }),
  zone('sec-island', 'Signed, without a DS', 'insecure no-ds', { signing: { fault: 'island' } }),
  zone('sec-two-algs', 'RSA and ECDSA, both signing', secure, {
    signing: { algorithm: 'RSASHA256', second: 'ECDSAP256SHA256' },
  }),
  zone('sec-two-algs-one-signed', 'DS of RSA and ECDSA, signatures of ECDSA alone', secure, {
    signing: { algorithm: 'RSASHA256', second: 'ECDSAP256SHA256', fault: 'one-algorithm' },
  }),
  zone('sec-nsec3-10', 'NSEC3 with 10 iterations', secure, {
    signing: { nsec3: { iterations: 10 } },
    question: ['nothing', 'A'],
  }),
  zone('sec-nsec3-51', 'NSEC3 with 51 iterations', secure, {
    signing: { nsec3: { iterations: 51 } },
    question: ['nothing', 'A'],
  }),
  zone('sec-nsec3-salted', 'NSEC3 with a salt', secure, {
    signing: { nsec3: { salt: 'ABCD' } },
    question: ['nothing', 'A'],
  }),
  zone('sec-optout', 'NSEC3 with opt-out', 'insecure opt-out', {
    signing: { nsec3: { optOut: true } },
    differs: {
      delv: 'secure',
      drill: 'chain',
      why: 'RFC 5155 section 9.2: AD is not set where the next closer name is in an opt-out span',
    },
    question: ['nothing', 'A'],
  }),
  zone('sec-denial-missing', 'NSEC records are missing', 'bogus denial-missing', {
    signing: { denial: 'nsec', fault: 'denial-missing' },
    question: ['nothing', 'A'],
  }),
  zone('sec-nsec3-200', 'NSEC3 with 200 iterations', 'indeterminate capped', {
    signing: { nsec3: { iterations: 200 } },
    question: ['nothing', 'A'],
    differs: {
      unbound: 'insecure',
      delv: 'insecure',
      drill: 'chain',
      why: 'RFC 9276 section 3.2: validators may treat this number of iterations as unsigned; what was not computed proves nothing here',
    },
  }),
  zone('sec-nsec3-missing', 'NSEC3 records are missing', 'bogus denial-missing', {
    signing: { fault: 'denial-missing' },
    question: ['nothing', 'A'],
  }),
  zone('sec-nsec3-no-cover', 'No NSEC3 record that covers the name', 'bogus denial-wrong', {
    records: [['other', 'TXT', text('beside it')]],
    signing: { fault: 'nsec3-no-cover' },
    question: ['nothing', 'A'],
  }),
  zone('sec-wildcard-proofless', 'A wildcard without proof that nothing is closer', 'bogus denial-missing', {
    records: [['*.wild', 'TXT', text('anything')]],
    signing: { fault: 'denial-missing' },
    question: ['some.wild', 'TXT'],
    differs: {
      drill: 'chain',
      why: 'RFC 4035 section 5.3.4 demands a proof that nothing is closer; drill does not ask for it',
    },
  }),
  zone('sec-wildcard', 'A wildcard', secure, {
    records: [['*.wild', 'TXT', text('anything')]],
    question: ['some.wild', 'TXT'],
  }),
  zone('sec-empty', 'An empty non-terminal', secure, {
    records: [['deep.empty', 'TXT', text('below')]],
    question: ['empty', 'TXT'],
  }),
  zone('sec-dname', 'A DNAME', secure, {
    records: [
      ['old', 'DNAME', 'new.sec-dname.lab.'],
      ['x.new', 'TXT', text('renamed')],
    ],
    question: ['x.old', 'TXT'],
    differs: {
      drill: 'no-chain',
      why: 'RFC 6672 section 5.3.1: the alias that a DNAME makes is not signed; drill looks for its signature',
    },
  }),
  zone('sec-alias', 'An alias to an unsigned zone', 'insecure no-ds', {
    records: [['www', 'CNAME', 'www.insecure.lab.']],
    question: ['www', 'A'],
    differs: {
      drill: 'chain',
      why: 'RFC 4035 section 3.2.3: an answer is as secure as all of its records; drill judges the alias alone',
    },
  }),
  zone('sec-alias-bogus', 'An alias to a zone whose DS fits none of its keys', 'bogus ds-mismatch', {
    records: [['www', 'CNAME', 'www.bogus.lab.']],
    question: ['www', 'A'],
    differs: {
      drill: 'chain',
      dnsviz: 'sound',
      why: 'RFC 4035 section 3.2.3: an answer is as secure as all of its records; drill and dnsviz judge the alias alone',
    },
  }),
  zone('sec-alias-inside', 'An alias within the zone', secure, {
    records: [
      ['www', 'CNAME', 'host.sec-alias-inside.lab.'],
      ['host', 'TXT', text('the target')],
    ],
    question: ['www', 'TXT'],
  }),
  zone('sec-mx-unsigned', 'Mail to a host in an unsigned zone', secure, { records: [['@', 'MX', '10 insecure.lab.']] }),
  zone('sec-mx-bogus', 'Mail to a host in a bogus zone', secure, { records: [['@', 'MX', '10 bogus.lab.']] }),
  zone('sec-cds', 'CDS of its key', secure, { signing: { cds: true } }),
  zone('sec-cds-delete', 'CDS that asks to delete the DS', secure, { records: [['@', 'CDS', '0 0 0 00']] }),
  zone('sec-cds-other', 'CDS of a key that the zone does not have', secure, {
    records: [['@', 'CDS', `4711 13 2 ${'ab'.repeat(32)}`]],
  }),
  zone('sec-optout-child', 'NSEC3 with opt-out, and an unsigned delegation that it leaves out', 'insecure opt-out', {
    signing: own({ material: 'p256', algorithm: 13 }, { optOut: true }),
    records: [
      ['child', 'NS', 'ns1.nic.lab.'],
      ['child', 'NS', 'ns2.nic.lab.'],
    ],
    question: ['child', 'TXT'],
  }),
  zone('sec-denies-mx', 'An NSEC record of the apex that leaves out its MX records', secure, {
    signing: own({ material: 'p256', algorithm: 13 }, { hides: ['@', 'MX'] }),
    records: [['@', 'MX', '10 insecure.lab.']],
  }),
  zone('sec-denies-name', 'An NSEC record that covers a name which exists', secure, {
    signing: own({ material: 'p256', algorithm: 13 }, { hides: ['_dmarc', 'TXT'] }),
    records: [['_dmarc', 'TXT', text('v=DMARC1; p=reject')]],
  }),
  live('sec-compact', 'Compact denial of existence, with NXNAME', secure, { by: 'own' }),
  live(
    'sec-compact-empty',
    'Compact denial of an empty non-terminal',
    secure,
    { by: 'own' },
    {
      records: [['deep.empty', 'TXT', text('below')]],
      question: ['empty', 'TXT'],
    },
  ),
  live('sec-compact-old', 'Compact denial of existence from before NXNAME', secure, {
    by: 'own',
    denial: 'compact-without-nxname',
  }),
  live(
    'sec-skew',
    'Signatures that begin in 200 seconds',
    secure,
    { by: 'own', beginsInSeconds: 200 },
    {
      question: ['@', 'TXT'],
      differs: {
        unbound: 'bogus',
        delv: 'bogus',
        drill: 'no-chain',
        dnsviz: 'bogus',
        why: 'RFC 4035 section 5.3.1 compares with the clock of the validator; clocks that differ by up to 300 seconds are forgiven here',
      },
    },
  ),
  live('sec-nsec-wrong-span', 'An NSEC record that ends before the name', 'bogus denial-wrong', {
    by: 'own',
    denial: 'wrong-span',
  }),
  live(
    'sec-nsec3-wrong-bitmap',
    'An NSEC3 record that says that the type exists',
    'bogus denial-wrong',
    { by: 'own', denial: 'wrong-bitmap' },
    { question: ['@', 'AAAA'] },
  ),
  live('sec-nsec3-no-closest', 'NSEC3 records that do not show the closest encloser', 'bogus denial-wrong', {
    by: 'own',
    denial: 'no-closest',
  }),
  live('sec-knot', 'Signed by Knot as it is asked, with compact denial', secure, { by: 'knot' }),
  live('sec-knot-text', 'TXT signed by Knot as it is asked', secure, { by: 'knot' }, { question: ['@', 'TXT'] }),
  live('sec-powerdns', 'Signed by PowerDNS as it is asked, with narrow NSEC3', secure, { by: 'powerdns' }),
  live(
    'sec-powerdns-text',
    'TXT signed by PowerDNS as it is asked',
    secure,
    { by: 'powerdns' },
    {
      question: ['@', 'TXT'],
    },
  ),
];

/** The zone below sec-optout-child.lab: unsigned. */
export const childZones: readonly (Zone & { readonly what: string })[] = [
  {
    origin: 'child.sec-optout-child.lab',
    what: 'An unsigned zone below one with opt-out',
    nameServers,
    records: [words],
  },
];
