import { rowTester, type Row } from '../../../catalogue/testing/rows.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import type { CertificatesEvidence, ServedChain } from '../../../evidence/certificates/schema.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { HttpChain, HttpExchange } from '../../../evidence/http/schema.ts';
import { seen } from '../../../evidence/observed.ts';
import { answered, failed, html } from '../../derive/http/testing/evidence.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

/** Evidence that the checks of this module read, except for TLS. */
export type Enforcement = SiteEvidence &
  Pick<EvidenceByKind, 'behaviour' | 'certificates'> & { tls?: EvidenceByKind['tls'] };

const chain = (serverName: string, trusted: boolean): ServedChain => ({
  address: '203.0.113.10',
  port: 443,
  serverName,
  keyType: 'ecdsa',
  viaVersion: 'TLSv1.3',
  served: [],
  verdict: { trusted, path: [], anchor: trusted ? 'public' : null, servedSuffices: trusted, problems: [] },
  staple: { known: true, value: null },
  scts: [],
});

/** Certificate evidence of hosts, trusted or not. */
export const certificatesOf = (
  trusted: readonly string[],
  untrusted: readonly string[] = [],
): CertificatesEvidence => ({
  ...noCertificates,
  chains: [...trusted.map((host) => chain(host, true)), ...untrusted.map((host) => chain(host, false))],
});

/** A hop of a test: a URL, and a status with header lines, or a failure. */
export type Hop =
  | readonly [url: string, status: number, ...lines: string[]]
  | readonly [url: string, failure: Parameters<typeof failed>[1]];

interface Sketch {
  ended?: Partial<Record<HttpChain['start'], HttpChain['ended']>>;
  bodies?: Readonly<Record<string, string>>;
  untrusted?: readonly string[];
  behaviour?: BehaviourEvidence;
  domain?: string;
}

function exchangeOf(hop: Hop, bodies: Readonly<Record<string, string>>): HttpExchange {
  const [url, status, ...lines] = hop;
  if (typeof status !== 'number') return failed(url, status, url);
  const body = bodies[url] ?? (status === 200 ? '<!doctype html><title>x</title>' : '');
  const type =
    body === '' || lines.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: text/html; charset=utf-8'];
  return answered(url, [...type, ...lines], { url, status, reason: 'x', body });
}

/** Evidence of visits: the hops of each start; a chain that ends with a response is final. */
export function visits(
  chains: Partial<Record<HttpChain['start'], readonly Hop[]>>,
  { ended = {}, bodies = {}, untrusted = [], behaviour, domain = 'site.lab' }: Sketch = {},
): Enforcement {
  const base = html([]);
  const exchanges = new Map(
    Object.values(chains)
      .flat()
      .map((hop) => [hop[0], exchangeOf(hop, bodies)]),
  );
  const made = Object.entries(chains).map(([start, hops]): HttpChain => {
    const last = exchanges.get(hops.at(-1)?.[0] ?? '');
    const key = start as HttpChain['start'];
    return {
      start: key,
      hops: hops.map(([url]) => url),
      ended: ended[key] ?? (last?.result.ok === true ? 'final' : 'failed'),
    };
  });
  const judged = made.filter(({ start }) => !start.endsWith('-sibling'));
  const finals = ['https-apex', 'https-www', 'http-apex', 'http-www'].flatMap((start) =>
    judged.filter((one) => one.start === start && one.ended === 'final').flatMap(({ hops }) => hops.slice(-1)),
  );
  const hosts = [...new Set([...exchanges.keys()].map((url) => new URL(url).hostname))];
  const pages = [...exchanges.values()].flatMap(({ id, url }) =>
    bodies[url]?.includes('refresh') === true
      ? [
          {
            exchange: id,
            title: null,
            metaCharset: null,
            metas: [
              {
                key: 'refresh',
                kind: 'http-equiv' as const,
                content: /content="([^"]*)"/.exec(bodies[url] ?? '')?.[1] ?? '',
                inHead: true,
              },
            ],
            passwordFields: 0,
            hiddenFields: { count: 0, longestValue: 0 },
          },
        ]
      : [],
  );
  return {
    ...base,
    target: { ...base.target, domain, registrableDomain: domain.split('.').slice(-2).join('.') },
    http: {
      ...base.http,
      exchanges: [...exchanges.values()],
      chains: judged,
      siblings: made.filter((one) => !judged.includes(one)),
      pages,
      finalDocument: finals[0] ?? null,
    },
    certificates: certificatesOf(
      hosts.filter((host) => !untrusted.includes(host)),
      untrusted,
    ),
    behaviour: behaviour ?? { ...noBehaviour, notAsked: null, url: 'https://site.lab/' },
  };
}

export const hsts = (value = 'max-age=31536000; includeSubDomains'): string => `Strict-Transport-Security: ${value}`;

/** A correctly configured site: http redirects to https on the same host, and both names answer. */
export const sound = (lines: readonly string[] = [hsts()]): Enforcement =>
  visits({
    'http-apex': [
      ['http://site.lab/', 301, 'Location: https://site.lab/'],
      ['https://site.lab/', 200, ...lines],
    ],
    'https-apex': [['https://site.lab/', 200, ...lines]],
  });

/** The same with a preload list of the operator that has one entry for these hosts. */
export const withPreload = (evidence: Enforcement, listed: readonly string[], date = '2026-09-01'): Enforcement => {
  const { http, target } = evidence;
  const asked = http.exchanges.map(({ url }) => new URL(url).hostname);
  const hosts = [...new Set([target.registrableDomain, ...asked])].map((host) => ({
    host,
    entry: listed.includes(host) ? { name: host, includeSubdomains: true } : null,
  }));
  return { ...evidence, http: { ...http, preload: seen({ file: 'list.json', date, hosts }) } };
};

export type EnforcementRow = Row<Enforcement>;
export const testEnforcementRows = rowTester((evidence: Enforcement) => ({ tls: { endpoints: [] }, ...evidence }));
