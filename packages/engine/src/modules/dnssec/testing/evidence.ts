import { rowTester } from '../../../catalogue/testing/rows.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen } from '../../../evidence/observed.ts';
import type {
  DnssecEvidence,
  DsFacts,
  KeyFacts,
  SignatureFacts,
  TargetFacts,
  ZoneFacts,
} from '../../../evidence/dnssec/schema.ts';

/** Start of the audits in these tests. */
export const auditedAt = Date.UTC(2026, 5, 1) / 1_000;
const day = 86_400;

export const signature = (over: Partial<SignatureFacts> = {}): SignatureFacts => ({
  algorithm: 13,
  keyTag: 100,
  labels: 2,
  originalTtl: 300,
  inception: auditedAt - day,
  expiration: auditedAt + 13 * day,
  signer: 'example.test',
  verdict: 'valid',
  ...over,
});
export const key = (over: Partial<KeyFacts> = {}): KeyFacts => ({
  flags: 257,
  algorithm: 13,
  keyTag: 100,
  rsa: null,
  weakness: null,
  isEntry: true,
  ...over,
});
export const ds = (over: Partial<DsFacts> = {}): DsFacts => ({
  keyTag: 100,
  algorithm: 13,
  digestType: 2,
  digest: 'AB'.repeat(32),
  matches: true,
  ...over,
});

const secure = { security: 'secure', reason: 'signed' } as const;
type Judgement = Pick<ZoneFacts, 'security' | 'reason'>;
export const judged = (security: Judgement['security'], reason: Judgement['reason']) => ({
  security,
  reason,
  effective: { security, reason },
});

export const zone = (over: Partial<ZoneFacts> = {}): ZoneFacts => ({
  name: 'example.test',
  ...secure,
  effective: secure,
  ds: [ds()],
  dsSignatures: [signature({ signer: 'test' })],
  dsDenial: null,
  keys: [key()],
  keyCount: 1,
  keySignatures: [signature()],
  ...over,
});

/** An answer about the apex by default. */
export const target = (type: string, over: Partial<TargetFacts> = {}): TargetFacts => ({
  name: 'example.test',
  type,
  purpose: 'apex',
  ...secure,
  effective: secure,
  links: [],
  owner: over.name ?? 'example.test',
  zone: 'example.test',
  ttl: 300,
  count: 1,
  signatures: [signature()],
  denial: null,
  ...over,
});

const nsec3 = (data: string) => ({ owner: 'h0.example.test', type: 'NSEC3' as const, data });
export const missing = (over: Partial<TargetFacts> = {}): TargetFacts =>
  target('A', {
    name: 'perimeter-x.example.test',
    purpose: 'missing-name',
    ttl: null,
    count: 0,
    signatures: [],
    denial: { kind: 'nsec3', proves: 'nxdomain', lacks: null, records: [nsec3('1 0 0 - H1 A RRSIG')] },
    ...over,
  });

/** Differences from the evidence of a well signed domain. */
export type Changes = Partial<DnssecEvidence> & { apexZone?: Partial<ZoneFacts>; parent?: Partial<ZoneFacts> };

/** Evidence of example.test, well signed, with these changes. */
export function signed({ apexZone = {}, parent = {}, ...over }: Changes = {}): SomeEvidence {
  const dnssec: DnssecEvidence = {
    anchors: [{ zone: '.', keyTag: 20326 }],
    apex: 'example.test',
    zones: [zone({ name: '.' }), zone({ name: 'test', ...parent }), zone(apexZone)],
    targets: [
      target('SOA'),
      target('A'),
      target('A', {
        name: 'www.example.test',
        purpose: 'www',
        links: [{ name: 'www.example.test', type: 'CNAME', zone: 'example.test', ...secure, effective: secure }],
      }),
      missing(),
    ],
    nsec3Param: seen({ iterations: 0, salt: '' }),
    childSync: {
      cds: seen([ds()]),
      cdnskey: seen([{ flags: 257, algorithm: 13, keyTag: 100, matches: true }]),
      security: 'secure',
      deletes: false,
    },
    mx: [{ host: 'mail.example.test', zone: 'example.test', ...secure, effective: secure }],
    reliesOn: [],
    resolver: { status: 'answer', authenticated: true, extendedErrors: [] },
    work: { verifications: 10, hashRounds: 0 },
    lookups: [],
    ...over,
  };
  return {
    dnssec,
    target: {
      domain: 'example.test',
      registrableDomain: 'example.test',
      scanMode: 'standard',
      startedAtMs: auditedAt * 1_000,
      seed: 'x',
    },
  };
}

const nothing = { ds: [], keys: [], keySignatures: [], dsSignatures: [] };
/** No DS, no keys. */
export const unsigned: Changes = {
  apexZone: { ...nothing, ...judged('insecure', 'no-ds') },
  nsec3Param: seen(null),
};
/** Keys without DS. */
export const island: Changes = { apexZone: { ds: [], dsSignatures: [], ...judged('insecure', 'no-ds') } };
/** The resolver strips DNSSEC records. */
export const stripped: Changes = { apexZone: judged('indeterminate', 'stripped') };
/** DS was not answered. */
export const unanswered: Changes = { apexZone: { ds: null } };

/** Rows of checks by what differs from a well signed domain. */
export const testRows = rowTester((given: Changes) => signed(given));
