import { endpointHost } from '../../../../evidence/endpoints/example.ts';
import { pageOf } from '@perimeter/protocols/html/page';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { type Row as RowOf, rowTester } from '../../../../catalogue/testing/rows.ts';
import { noHttp } from '../../../../evidence/http/example.ts';
import type { HttpChain, HttpEvidence, HttpExchange } from '../../../../evidence/http/schema.ts';
import { formOf } from '../../../../evidence/http/text-form.ts';
import type { NetFailure, NetFailureReason } from '../../../../evidence/observed.ts';
import type { SiteEvidence } from '../site.ts';

/** Header lines of a test: `Name: value`. */
type Lines = readonly string[];

interface Sketch {
  url?: string;
  status?: number;
  reason?: string;
  body?: string;
  byteOrderMark?: boolean;
  failure?: NetFailure;
}

const split = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
};

const target = {
  domain: 'site.lab',
  registrableDomain: 'site.lab',
  scanMode: 'standard',
  startedAtMs: 1_790_000_000_000,
  seed: 'seed',
} as const;

/** The target's name with its addresses, as in endpoint evidence. */
const endpointsOf = (status: 'exists' | 'nxdomain'): SiteEvidence['endpoints'] => ({
  hosts: [endpointHost('site.lab', [], { status })],
});

const requested = (id: string, url: string): Omit<HttpExchange, 'result'> => ({
  id,
  url,
  method: 'GET',
  address: '203.0.113.10',
  port: url.startsWith('https:') ? 443 : 80,
  requestHead: '',
  tls: null,
});

/** An exchange with a response. */
export function answered(
  id: string,
  lines: Lines,
  { url = 'https://site.lab/', status = 200, reason = 'OK', body = '', byteOrderMark = false, failure }: Sketch = {},
): HttpExchange {
  const text = body === '' ? null : body;
  return {
    ...requested(id, url),
    result: {
      ok: true,
      response: {
        status,
        reason,
        httpVersion: '1.1',
        headers: lines.map(split),
        rawHead: [`HTTP/1.1 ${status} ${reason}`, ...lines, '', ''].join('\r\n'),
        interim: 0,
        body: {
          wireBytes: body.length,
          decodedBytes: body.length,
          text,
          truncated: failure !== undefined,
          byteOrderMark,
          sha256: '',
          ...(failure === undefined ? {} : { failure }),
        },
      },
    },
  };
}

/** An exchange that failed in the network. */
export const failed = (id: string, why: NetFailureReason | NetFailure, url = 'https://site.lab/'): HttpExchange => ({
  ...requested(id, url),
  result: {
    ok: false,
    failure: typeof why === 'string' ? { reason: why, gap: 'words-kept', values: [`Connection ${why}`] } : why,
  },
});

/** Evidence of one chain through the exchanges in order; the last one is the document if the chain ended well. */
export function chained(
  exchanges: readonly HttpExchange[],
  ended: HttpChain['ended'] = 'final',
  start: HttpChain['start'] = 'https-apex',
): SiteEvidence {
  const hops = exchanges.map(({ id }) => id);
  const http: HttpEvidence = {
    ...noHttp,
    exchanges: [...exchanges],
    chains: [{ start, hops, ended }],
    pages: exchanges.flatMap(({ id, result }) =>
      result.ok && result.response.body.text !== null && isMarkup(parseContentType(result.response.headers).value)
        ? [{ exchange: id, ...pageOf(result.response.body.text, formOf(result.response)) }]
        : [],
    ),
    finalDocument: ended === 'final' ? (hops.at(-1) ?? null) : null,
  };
  return { endpoints: endpointsOf('exists'), http, target };
}

/** A site of one document at https://site.lab/. */
export const site = (lines: Lines, sketch: Sketch = {}): SiteEvidence => chained([answered('document', lines, sketch)]);

/** An HTML document with these header lines, and a charset unless they set one. */
export const html = (lines: Lines, sketch: Sketch = {}): SiteEvidence =>
  site(['Content-Type: text/html; charset=utf-8', ...lines], { body: '<!doctype html><title>x</title>', ...sketch });

/** A JSON document with these header lines. */
export const json = (lines: Lines): SiteEvidence => site(['Content-Type: application/json', ...lines], { body: '{}' });

/** A challenge page with these header lines. */
export const walled = (lines: Lines, sketch: Sketch = {}): SiteEvidence =>
  html(['CF-Mitigated: challenge', ...lines], { status: 403, reason: 'Forbidden', ...sketch });

/** The failure of a body that the network cut off. */
export const cut: NetFailure = { reason: 'reset', gap: 'words-kept', values: ['Reading the response: ECONNRESET'] };

/** An HTML document with these header lines, whose body was cut off after the sketch's body. */
export const cutShort = (lines: Lines, sketch: Sketch = {}): SiteEvidence => html(lines, { ...sketch, failure: cut });

/** A host that only redirects to another registrable domain, with these header lines on the redirect. */
export const redirectOnly = (lines: Lines): SiteEvidence =>
  chained([
    answered('hop', ['Location: https://www.other.lab/', ...lines], { status: 301, reason: 'Moved Permanently' }),
    answered('foreign', ['Content-Type: text/html'], { url: 'https://www.other.lab/' }),
  ]);

/** A redirect with these header lines from http to an HTML document with those. */
export const redirected = (hopLines: Lines, lines: Lines): SiteEvidence =>
  chained(
    [
      answered('hop', ['Location: https://site.lab/', ...hopLines], {
        url: 'http://site.lab/',
        status: 301,
        reason: 'Moved Permanently',
      }),
      answered('document', ['Content-Type: text/html; charset=utf-8', ...lines], { body: '<!doctype html>' }),
    ],
    'final',
    'http-apex',
  );

/** The same with these header lines of the document over HTTP/2. */
export const besideHttp2 = <E extends Pick<SiteEvidence, 'http'>>(evidence: E, lines: Lines, status = 200): E => ({
  ...evidence,
  http: { ...evidence.http, http2: { known: true, value: { status, headers: lines.map(split) } } },
});

/** Connections are refused. */
export const refused: SiteEvidence = chained([failed('a', 'refused'), failed('b', 'unreachable')], 'failed');

/** No response arrived. */
export const silent: SiteEvidence = chained([failed('a', 'timeout'), failed('b', 'refused')], 'failed');

/** The name does not exist. */
export const nameless: SiteEvidence = {
  ...chained([failed('a', 'unreachable')], 'failed'),
  endpoints: endpointsOf('nxdomain'),
};

export type Row = RowOf<SiteEvidence>;

/** Rows of checks of HTTP answers. */
export const testRows = rowTester((evidence: SiteEvidence) => evidence);
