import type { TlsSection } from '@perimeter/contract/observed/observed';
import type { ColumnKind, Section, SectionCell, SectionTable } from '@perimeter/contract/section';
import { byPlace, filled, type SeenAt, state, tableOf } from '../section.ts';
import { featureNames } from './feature-names.data.ts';
import { tlsMember } from './member.ts';
import type { TlsEvidence, TlsService } from './schema.ts';
import { answerText } from './answer-text.ts';

type Endpoint = TlsSection['endpoints'][number];
type Version = Endpoint['versions'][number];
type Seen = { place: SeenAt; cells: SectionCell[] }[];
type Heads = [title: string, kind: ColumnKind][];

const placeOf = ({ serverName: host, address, port }: Endpoint): SeenAt => ({ host, address, port });

const endpointRow = (endpoint: Endpoint): SectionCell[] => {
  const { serverName, address, port, unreachable, speaksTls, protocols, versions, alpn } = endpoint;
  const suites = new Set(versions.flatMap(({ cipherSuites }) => cipherSuites.map(({ name }) => name)));
  const answered = endpoint.comparedWith === undefined ? 'TLS' : `TLS, compared with ${endpoint.comparedWith}`;
  const reached = speaksTls ? state('neutral', answered) : state('fair', unreachable ?? 'no TLS');
  return [serverName, address, port, reached, protocols.join(', '), suites.size, (alpn ?? []).join(', ')];
};

const endpointHeads: Heads = [
  ['Host', 'code'],
  ['Address', 'code'],
  ['Port', 'number'],
  ['State', 'status'],
  ['Versions', 'text'],
  ['Suites', 'number'],
  ['ALPN', 'text'],
];

function acceptance({ accepted }: Version) {
  if (accepted === null) return state('fair', 'unknown');
  return state('neutral', accepted ? 'accepted' : 'refused');
}

const preferences = { server: 'server order', client: 'client order' } as const;

const versionCells = (version: Version): SectionCell[] => [
  version.version,
  acceptance(version),
  version.cipherSuites.length,
  version.preference === null ? null : preferences[version.preference],
  answerText(version.evidence),
];

const dhCells = ({ version, dhParameters }: Version): SectionCell[][] =>
  dhParameters.map(({ cipherSuite, bits }) => [version, cipherSuite, bits]);

const namedCells =
  (pick: (version: Version) => readonly { code: string; name: string }[]) =>
  (version: Version): SectionCell[][] =>
    pick(version).map(({ code, name }) => [version.version, code, name]);

/** A table of results of accepted versions; endpoints with the same results share a row. */
function versionTable(
  speaking: readonly Endpoint[],
  caption: string,
  heads: Heads,
  cellsOf: (version: Version) => SectionCell[][],
): SectionTable {
  const seen: Seen = speaking.flatMap((endpoint) =>
    endpoint.versions.flatMap((version) => cellsOf(version).map((cells) => ({ place: placeOf(endpoint), cells }))),
  );
  return tableOf(caption, [...heads, ['Endpoint', 'text']], byPlace(seen, speaking.map(placeOf)));
}

const featureCell = (value: boolean | number | string | null): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** Features by name; those that could not be tested with the reason. */
function featureTable(speaking: readonly Endpoint[]): SectionTable {
  const seen: Seen = speaking.flatMap((endpoint) =>
    Object.entries(endpoint.features).map(([name, value]) => ({
      place: placeOf(endpoint),
      cells: [
        featureNames.get(name) ?? name,
        value === null ? null : featureCell(value),
        endpoint.notSeen[name] ?? null,
      ],
    })),
  );
  const rows = byPlace(seen, speaking.map(placeOf));
  return tableOf(
    'TLS features',
    [
      ['Feature', 'text'],
      ['Value', 'text'],
      ['Not tested because', 'text'],
      ['Endpoint', 'text'],
    ],
    rows.toSorted(([a], [b]) => String(a).localeCompare(String(b), 'en')),
  );
}

const listed = (caption: string): Heads => [
  ['Version', 'code'],
  ['Code', 'code'],
  [caption, 'code'],
];

const keyOf = ({ chains }: TlsService): string =>
  chains.map(({ keyType, certificates: [leaf] }) => [keyType, leaf?.keyBits ?? ''].join(' ').trim()).join(', ');

const serviceHeads: Heads = [
  ['Service', 'text'],
  ['Address', 'code'],
  ['Port', 'number'],
  ['State', 'status'],
  ['Versions', 'text'],
  ['Key', 'text'],
];

/** Mail and other services on the addresses of the web server. */
function serviceRow(service: TlsService): SectionCell[] {
  const { protocol, address, port, speaksTls, unreachable, versions } = service;
  const reached = speaksTls ? state('neutral', 'TLS') : state('fair', unreachable?.reason ?? 'no TLS');
  const accepted = versions.flatMap(({ version, accepted: fact }) => (fact.known && fact.value ? [version] : []));
  return [protocol, address, port, reached, accepted.join(', '), keyOf(service)];
}

/** TLS: endpoints, versions, cipher suites, groups, signature schemes, features and other services. */
export function tlsSection({ tls }: { tls?: TlsEvidence | undefined }): Section | null {
  if (tls === undefined) return null;
  const { endpoints } = tlsMember(tls);
  const services = tls.otherServices?.known === true ? tls.otherServices.value : [];
  const speaking = endpoints.filter(({ speaksTls }) => speaksTls);
  const versionHeads: Heads = [
    ['Version', 'code'],
    ['State', 'status'],
    ['Suites', 'number'],
    ['Preference', 'text'],
    ['Answer', 'code'],
  ];
  const dhHeads: Heads = [
    ['Version', 'code'],
    ['Cipher suite', 'code'],
    ['Bits', 'number'],
  ];
  return {
    id: 'tls',
    title: 'TLS',
    tables: filled(
      tableOf('TLS endpoints', endpointHeads, endpoints.map(endpointRow)),
      versionTable(speaking, 'Protocol versions', versionHeads, (version) => [versionCells(version)]),
      versionTable(
        speaking,
        'Cipher suites',
        listed('Cipher suite'),
        namedCells(({ cipherSuites }) => cipherSuites),
      ),
      versionTable(
        speaking,
        'Key exchange groups',
        listed('Group'),
        namedCells(({ groups }) => groups),
      ),
      versionTable(
        speaking,
        'Signature schemes',
        listed('Scheme'),
        namedCells(({ signatureSchemes }) => signatureSchemes),
      ),
      versionTable(speaking, 'Diffie-Hellman parameters', dhHeads, dhCells),
      featureTable(speaking),
      tableOf('Other TLS services', serviceHeads, services.map(serviceRow)),
    ),
    figures: [],
  };
}
