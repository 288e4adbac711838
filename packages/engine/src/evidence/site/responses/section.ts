import type { HttpSection } from '@perimeter/contract/observed/observed';
import type { Section } from '@perimeter/contract/section';
import type { SomeEvidence } from '../../evidence.ts';
import { filled, state, tableOf } from '../../section.ts';
import { type ComparedAddress, comparedAddresses } from '../../http/addresses.ts';
import { deadEnd } from '../../http/dead-ends.ts';
import { httpMember } from './member.ts';
import { redirectScene } from '../../http/redirects.ts';
import type { HttpChain, HttpEvidence } from '../../http/schema.ts';
import { wallOf, wallWords } from '../../http/wall.ts';

type Exchange = HttpSection['exchanges'][number];

/** How a chain ended: by what stood for the document, or why there was none. */
function ending(chain: HttpChain, { exchanges }: HttpEvidence) {
  const dead = deadEnd(chain, exchanges);
  if (dead !== null) return state('fair', dead.reason);
  const last = exchanges.find(({ id }) => id === chain.hops.at(-1))?.result;
  const response = last?.ok === true ? last.response : null;
  const wall = response === null ? null : wallOf(response);
  return wall === null ? state('good', 'complete') : state('fair', wallWords(wall, response?.status ?? 0));
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

/** Another status over HTTP/2 is another document, so nothing of it was compared. */
const statusNote = (status: number | null, http2: HttpEvidence['http2']): string =>
  http2?.known === true && http2.value.status !== status
    ? ` Over HTTP/2, which browsers prefer, the status is ${http2.value.status}, not ${status}: its headers were not compared.`
    : '';

/** The headers of the final document. */
function headerTable({ finalUrl, exchanges }: HttpSection, { http2 }: HttpEvidence) {
  const final = exchanges.find(({ url, status }) => url === finalUrl && status !== null);
  return tableOf(
    'Response headers',
    [
      ['Name', 'code'],
      ['Value', 'code'],
    ],
    (final?.headers ?? []).map(({ name, value }) => [name, value]),
    final === undefined ? null : `Headers of ${final.url}.${statusNote(final.status, http2)}`,
  );
}

function standingCell({ standing }: ComparedAddress) {
  switch (standing.kind) {
    case 'reference':
      return state('neutral', 'reference');
    case 'same':
      return state('good', 'same');
    case 'dead':
      return state('bad', `no answer: ${standing.why}`);
    case 'unknown':
      return state('fair', `not compared: ${standing.why}`);
    case 'differs':
      return state('fair', `differs: ${standing.in.join(', ')}`);
  }
}

/** The addresses of the final document's host, where there are several. */
function addressTable(http: HttpEvidence) {
  const compared = comparedAddresses(http);
  return tableOf(
    'Addresses of the final document',
    [
      ['Address', 'code'],
      ['Status', 'number'],
      ['Result', 'status'],
    ],
    (compared.length < 2 ? [] : compared).map((one) => [
      one.address,
      one.exchange.result.ok ? one.exchange.result.response.status : null,
      standingCell(one),
    ]),
    'Status, security headers and certificate, compared with the address that gave the document.',
  );
}

/** Hosts that browsers ask over https alone, by the operator's list. */
function preloadTable({ preload }: HttpEvidence) {
  const list = preload?.known === true ? preload.value : null;
  return tableOf(
    'HSTS preload list',
    [
      ['Host', 'code'],
      ['Result', 'status'],
      ['Entry', 'code'],
    ],
    (list?.hosts ?? []).map(({ host, entry }) => [
      host,
      entry === null ? state('neutral', 'not listed') : state('good', 'preloaded'),
      entry?.name ?? null,
    ]),
    list === null ? null : `List: ${list.file} of ${list.date}.`,
  );
}

/** HTTP: the redirects as a figure, every request, and the headers of the final document. */
export function httpSection({ http, target }: SomeEvidence): Section | null {
  if (http === undefined) return null;
  const member = httpMember({ http, target });
  const redirects = redirectScene(http);
  const chains = tableOf(
    'Redirect chains',
    [
      ['First URL', 'code'],
      ['Last URL', 'code'],
      ['Redirects', 'number'],
      ['Result', 'status'],
    ],
    http.chains.map((chain, index) => {
      const urls = member.chains[index]?.urls ?? [];
      return [urls[0] ?? null, urls.at(-1) ?? null, Math.max(0, urls.length - 1), ending(chain, http)];
    }),
  );
  return {
    id: 'http',
    title: 'HTTP',
    tables: filled(
      chains,
      preloadTable(http),
      addressTable(http),
      requestTable(member.exchanges),
      headerTable(member, http),
    ),
    figures: redirects.nodes.length < 2 ? [] : [{ caption: 'Redirect map', scene: redirects }],
  };
}
