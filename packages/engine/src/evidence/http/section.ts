import type { HttpSection } from '@perimeter/contract/observed';
import type { Scene, Section } from '@perimeter/contract/section';
import { filled, state, tableOf } from '../section.ts';
import { httpMember } from './member.ts';
import type { HttpEvidence } from './schema.ts';

type Chain = HttpSection['chains'][number];
type Exchange = HttpSection['exchanges'][number];

const endWords: Record<string, string> = {
  final: 'complete',
  loop: 'redirect loop',
  'too-many-redirects': 'too many redirects',
  blocked: 'blocked',
  'bad-location': 'invalid Location',
  failed: 'failed',
};

const ending = ({ ended }: Chain) => state(ended === 'final' ? 'good' : 'fair', endWords[ended] ?? ended);

/** Each URL once, with an arrow for each redirect between two. */
function redirectScene({ chains, exchanges }: HttpSection): Scene {
  const statusOf = new Map(exchanges.map(({ url, status, failure }) => [url, status === null ? failure : `${status}`]));
  const urls = [...new Set(chains.flatMap((chain) => chain.urls))];
  const steps = chains.flatMap(({ urls: hops, statuses }) =>
    hops.slice(1).map((to, index) => ({ from: hops[index] ?? '', to, status: statuses[index] })),
  );
  const distinct = new Map(steps.map((step) => [JSON.stringify(step), step]));
  return {
    nodes: urls.map((url) => ({
      id: url,
      label: url,
      details: steps.some(({ from }) => from === url) ? [] : [statusOf.get(url) ?? 'no answer'],
      tone: 'neutral',
    })),
    edges: [...distinct.values()].map(({ from, to, status }) => ({
      from,
      to,
      label: status === undefined ? null : String(status),
      tone: 'neutral',
    })),
  };
}

const requestRow = ({ method, url, status, httpVersion, tlsProtocol, bodyBytes, failure }: Exchange) => [
  method,
  url,
  status,
  [httpVersion === null ? null : `HTTP/${httpVersion}`, tlsProtocol].filter((part) => part !== null).join(', '),
  bodyBytes,
  failure,
];

const requestTable = (exchanges: readonly Exchange[]) =>
  tableOf(
    'HTTP requests',
    [
      ['Method', 'code'],
      ['URL', 'code'],
      ['Status', 'number'],
      ['Protocol', 'text'],
      ['Bytes', 'number'],
      ['Failure', 'text'],
    ],
    exchanges.map(requestRow),
  );

/** The headers of the document that stands for the site. */
function headerTable({ finalUrl, exchanges }: HttpSection) {
  const final = exchanges.find(({ url, status }) => url === finalUrl && status !== null);
  return tableOf(
    'Response headers',
    [
      ['Name', 'code'],
      ['Value', 'code'],
    ],
    (final?.headers ?? []).map(({ name, value }) => [name, value]),
    final === undefined ? null : `Headers of ${final.url}.`,
  );
}

/** HTTP: the redirects as a figure, every request, and the headers of the final document. */
export function httpSection({ http }: { http?: HttpEvidence | undefined }): Section | null {
  if (http === undefined) return null;
  const member = httpMember(http);
  const redirects = redirectScene(member);
  const chains = tableOf(
    'Redirect chains',
    [
      ['First URL', 'code'],
      ['Last URL', 'code'],
      ['Redirects', 'number'],
      ['Result', 'status'],
    ],
    member.chains.map((chain) => [
      chain.urls[0] ?? null,
      chain.urls.at(-1) ?? null,
      Math.max(0, chain.urls.length - 1),
      ending(chain),
    ]),
  );
  return {
    id: 'http',
    title: 'HTTP',
    tables: filled(chains, requestTable(member.exchanges), headerTable(member)),
    figures: redirects.edges.length === 0 ? [] : [{ caption: 'Redirects', scene: redirects }],
  };
}
