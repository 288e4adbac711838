// Reports before schema 1.2 have no sections: HTML and PDF derive them from typed members.
import type { Report } from '@perimeter/contract/report';
import type { Section, SectionCell, SectionFigure } from '@perimeter/contract/section';

type Certificates = NonNullable<Report['certificates']>;
type Chain = Certificates['chains'][number];

const code = (title: string) => ({ title, kind: 'code' as const });
const text = (title: string) => ({ title, kind: 'text' as const });

const sources = { served: 'served', fetched: 'fetched, not served', root: 'trusted root' } as const;

const placesOf = (chains: readonly Chain[]): string =>
  chains.map(({ address, port }) => `${address} port ${port}`).join(', ');

function figureOf(first: Chain, all: readonly Chain[]): SectionFigure {
  const { serverName, trusted, path, keyType } = first;
  return {
    caption: `Certificate chain (${keyType}) of ${serverName} at ${placesOf(all)}: ${trusted ? 'trusted' : 'not trusted'}`,
    scene: {
      nodes: path.map(({ subject, key, signatureAlgorithm, notAfter, source }, index) => ({
        id: String(index),
        label: subject,
        details: [sources[source], `${key}, ${signatureAlgorithm}`, `valid until ${notAfter.slice(0, 10)}`],
        tone: index > 0 ? 'neutral' : trusted ? 'good' : 'bad',
      })),
      edges: path
        .slice(1)
        .map((_, index) => ({ from: String(index), to: String(index + 1), label: 'issued by', tone: 'neutral' })),
    },
  };
}

const chainRow = (first: Chain, all: readonly Chain[]): SectionCell[] => [
  first.serverName,
  { text: first.trusted ? 'trusted' : 'not trusted', tone: first.trusted ? 'good' : 'bad' },
  first.problems.map(({ detail }) => detail).join('; ') || null,
  placesOf(all),
];

/** Groups equal chains with the same verdict, untrusted ones first. */
function grouped(chains: readonly Chain[]): [Chain, Chain[]][] {
  const groups = Map.groupBy(chains, ({ serverName, trusted, path, problems }) =>
    JSON.stringify([serverName, trusted, path.map(({ sha256, source }) => [sha256, source]), problems]),
  );
  return [...groups.values()]
    .flatMap((all): [Chain, Chain[]][] => all.slice(0, 1).map((first) => [first, all]))
    .toSorted(([a], [b]) => Number(a.trusted) - Number(b.trusted));
}

function certificates({ chains, rootsName = "Mozilla's roots", rootsDate }: Certificates): Section {
  const groups = grouped(chains);
  return {
    id: 'certificates',
    title: 'Certificates',
    figures: groups.filter(([{ path }]) => path.length > 0).map(([first, all]) => figureOf(first, all)),
    tables: [
      {
        caption: 'Certificate chains',
        columns: [code('Host'), { title: 'Trust', kind: 'status' }, text('Problem'), text('Endpoint')],
        rows: groups.map(([first, all]) => chainRow(first, all)),
        note: `Judged by ${rootsName} as of ${rootsDate}.`,
      },
    ],
  };
}

function tls({ endpoints }: NonNullable<Report['tls']>): Section {
  const speaking = endpoints.filter(({ speaksTls }) => speaksTls);
  return {
    id: 'tls',
    title: 'TLS',
    figures: [],
    tables: [
      {
        caption: 'TLS by address',
        columns: [code('Host'), code('Address'), text('Versions'), { title: 'Cipher suites', kind: 'number' }],
        rows: speaking.map(({ serverName, address, port, protocols, versions }) => [
          serverName,
          `${address} port ${port}`,
          protocols.join(', '),
          new Set(versions.flatMap(({ cipherSuites }) => cipherSuites.map(({ name }) => name))).size,
        ]),
        note: null,
      },
    ],
  };
}

/** The derived sections of a report without any; pure, nothing is stored. */
export const olderSections = (report: Report): Section[] =>
  [
    report.certificates === null ? [] : [certificates(report.certificates)],
    report.tls === null ? [] : [tls(report.tls)],
  ]
    .flat()
    .filter(({ tables }) => tables.some(({ rows }) => rows.length > 0));
