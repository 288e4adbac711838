import type { CertificatesSection } from '@perimeter/contract/observed/tls';
import type { Scene, Section, SectionCell, SectionFigure, SectionTable } from '@perimeter/contract/section';
import { dayMs } from '@perimeter/protocols/durations';
import { byPlace, filled, state, tableOf } from '../section.ts';
import type { TargetEvidence } from '../target/schema.ts';
import { certificatesMember } from './member.ts';
import type { CertificatesEvidence } from './schema.ts';

type Chain = CertificatesSection['chains'][number];
type PathCertificate = Chain['path'][number];
type Revocation = CertificatesSection['revocation'][number]['answers'][number];

const placeOf = ({ serverName: host, address, port }: Chain) => ({ host, address, port });
const trust = ({ trusted }: Chain) => (trusted ? state('good', 'trusted') : state('bad', 'not trusted'));

const roleOf = ({ source }: PathCertificate, index: number): string => {
  if (source === 'root') return 'trusted root';
  const role = index === 0 ? 'leaf' : 'intermediate';
  return source === 'fetched' ? `${role}, not served` : role;
};

/** A chain of trust, leaf first: an arrow leads from a certificate to that of its issuer. */
function sceneOf({ path, trusted }: Chain): Scene {
  const ids = path.map(({ sha256 }, index) => `${index} ${sha256}`);
  return {
    nodes: path.map((certificate, index) => ({
      id: ids[index] ?? '',
      label: certificate.subject,
      details: [
        roleOf(certificate, index),
        `${certificate.key}, ${certificate.signatureAlgorithm}`,
        `valid until ${certificate.notAfter.slice(0, 10)}`,
      ],
      tone: index === 0 ? (trusted ? 'good' : 'bad') : 'neutral',
    })),
    edges: ids
      .slice(1)
      .map((to, index) => ({ from: ids[index] ?? '', to, label: 'issued by', tone: 'neutral' as const })),
  };
}

/** The key type of a chain's leaf for display: a host can serve one certificate of each. */
const keyTypeName = ({ keyType }: Chain): string =>
  ({ rsa: 'RSA', ec: 'ECDSA', dsa: 'DSA', ed25519: 'Ed25519', ed448: 'Ed448' })[keyType] ?? keyType;

/** The first digits of a digest, enough for people to distinguish two certificates. */
const shortDigest = (sha256: string): string => sha256.slice(0, 8);

/** The leaf of a chain: its key type and the beginning of its digest. */
const leafName = (chain: Chain): string =>
  [keyTypeName(chain), ...chain.path.slice(0, 1).map(({ sha256 }) => `SHA-256 ${shortDigest(sha256)}`)].join(', ');

/** Each chain once with the hosts that served it, untrusted chains first. */
function figuresOf(chains: readonly Chain[]): SectionFigure[] {
  const groups = Map.groupBy(chains, ({ serverName, trusted, path, problems }) =>
    JSON.stringify([serverName, trusted, path.map(({ sha256, source }) => [sha256, source]), problems]),
  );
  return [...groups.values()]
    .toSorted(([a], [b]) => Number(a?.trusted) - Number(b?.trusted))
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined || first.path.length === 0) return [];
      const places = group.map(({ address, port }) => `${address} port ${port}`).join(', ');
      const caption = `Certificate chain of ${first.serverName} (${leafName(first)}) at ${places}: ${trust(first).text}`;
      return [{ caption, scene: sceneOf(first) }];
    });
}

const chainTable = ({ chains, rootsName, rootsDate }: CertificatesSection): SectionTable =>
  tableOf(
    'Certificate chains',
    [
      ['Certificate', 'text'],
      ['Trust', 'status'],
      ['Problem', 'text'],
      ['Endpoint', 'text'],
    ],
    byPlace(
      chains.map((chain) => ({
        place: placeOf(chain),
        cells: [leafName(chain), trust(chain), chain.problems.map(({ detail }) => detail).join('; ') || null],
      })),
      [],
    ),
    `Judged by ${rootsName ?? "Mozilla's roots"} as of ${rootsDate}.`,
  );

/** Whole days until a certificate expires. */
function daysLeft(notAfter: string, atMs: number): SectionCell {
  const left = Date.parse(notAfter) - atMs;
  return left <= 0 ? state('bad', 'expired') : state('neutral', String(Math.floor(left / dayMs)));
}

/** Every certificate of a path once. */
function certificateTable(chains: readonly Chain[], atMs: number): SectionTable {
  const known = new Map<string, SectionCell[]>();
  for (const { path } of chains) {
    for (const [index, certificate] of path.entries()) {
      const { sha256, subject, key, notBefore, notAfter } = certificate;
      const days = daysLeft(notAfter, atMs);
      const role = roleOf(certificate, index);
      if (!known.has(sha256)) known.set(sha256, [subject, role, key, shortDigest(sha256), notBefore, notAfter, days]);
    }
  }
  return tableOf(
    'Certificates',
    [
      ['Issued to', 'code'],
      ['Role', 'text'],
      ['Key', 'text'],
      ['SHA-256', 'code'],
      ['Valid from', 'date'],
      ['Valid until', 'date'],
      ['Days left', 'status'],
    ],
    [...known.values()],
  );
}

const signatureTones = { valid: 'good', invalid: 'bad', 'not-verified': 'fair' } as const;

const timestampTable = (chains: readonly Chain[]): SectionTable =>
  tableOf(
    'Certificate Transparency',
    [
      ['Host', 'code'],
      ['Log', 'text'],
      ['Operator', 'text'],
      ['Source', 'text'],
      ['Logged', 'date'],
      ['Signature', 'status'],
    ],
    unique(
      chains.flatMap(({ serverName, timestamps }) =>
        timestamps.map(({ log, operator, source, timestamp, signature }) => [
          serverName,
          log ?? 'unknown log',
          operator,
          source,
          new Date(timestamp).toISOString(),
          state(signatureTones[signature], signature === 'not-verified' ? 'not verified' : signature),
        ]),
      ),
    ),
  );

const unique = (rows: readonly SectionCell[][]): SectionCell[][] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

const statusTones = { good: 'good', revoked: 'bad', unknown: 'fair' } as const;

const revocationRow = (subject: string, { from, status, problem, thisUpdate, nextUpdate }: Revocation) => [
  subject,
  from === 'staple' ? 'OCSP staple' : from,
  problem === null ? state(statusTones[status], status) : state('fair', `invalid: ${problem}`),
  thisUpdate,
  nextUpdate,
];

function revocationTable({ chains, revocation }: CertificatesSection): SectionTable {
  const subjects = new Map(chains.flatMap(({ path }) => path.map(({ sha256, subject }) => [sha256, subject] as const)));
  const staples = chains.flatMap(({ path, staple }) =>
    staple === null ? [] : [revocationRow(path[0]?.subject ?? 'leaf', staple)],
  );
  const answers = revocation.flatMap(({ leaf, answers }) =>
    answers.map((answer) => revocationRow(subjects.get(leaf) ?? leaf, answer)),
  );
  return tableOf(
    'Revocation',
    [
      ['Certificate', 'code'],
      ['Source', 'code'],
      ['Status', 'status'],
      ['Produced', 'date'],
      ['Next update', 'date'],
    ],
    unique([...staples, ...answers]),
  );
}

const caaTable = ({ caa }: CertificatesSection): SectionTable =>
  tableOf(
    'CAA records',
    [
      ['Host', 'code'],
      ['Found at', 'code'],
      ['Record', 'code'],
      ['DNSSEC', 'text'],
    ],
    caa.flatMap(({ host, foundAt, records, authenticated }): SectionCell[][] =>
      records.length === 0
        ? [[host, foundAt, 'none', null]]
        : records.map((record) => [host, foundAt, record, authenticated ? 'validated' : 'not validated']),
    ),
  );

const tlsaTable = ({ tlsa }: CertificatesSection): SectionTable =>
  tableOf(
    'TLSA records',
    [
      ['Name', 'code'],
      ['Record', 'code'],
      ['DNSSEC', 'text'],
    ],
    tlsa.flatMap(({ name, records, authenticated }) =>
      records.map((record) => [name, record, authenticated ? 'validated' : 'not validated']),
    ),
  );

/** Certificates: chains as figures and with their trust, and what was looked up to judge them. */
export function certificatesSection({
  target,
  certificates,
}: {
  target: TargetEvidence;
  certificates?: CertificatesEvidence | undefined;
}): Section | null {
  if (certificates === undefined) return null;
  const member = certificatesMember(certificates);
  return {
    id: 'certificates',
    title: 'Certificates',
    tables: filled(
      chainTable(member),
      certificateTable(member.chains, target.startedAtMs),
      timestampTable(member.chains),
      revocationTable(member),
      caaTable(member),
      tlsaTable(member),
    ),
    figures: figuresOf(member.chains),
  };
}
