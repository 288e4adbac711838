import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page, Pages } from '../sites/site.ts';

const maxHeadBytes = 64 * 1024;
const idleMs = 10_000;

/** A request, as far as the fixed sites look at it. */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** The request head as received. */
  readonly head: string;
  readonly origin: string | undefined;
  readonly takesGzip: boolean;
  /** The first and the last octet that are asked for. */
  readonly range: readonly [first: number, last: number] | null;
  readonly keepAlive: boolean;
  readonly isIpv6: boolean;
  readonly contentLength: number;
}

/** Answers the requests of one connection from fixed pages, byte for byte as the table has them. */
export function serveSite(socket: Socket, pages: Pages): void {
  let head = '';
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const isIpv6 = /^(?!::ffff:).*:/.test(socket.localAddress ?? '');
  socket.on('data', (chunk: Buffer) => {
    head += chunk.toString('latin1');
    if (head.length > maxHeadBytes) return void socket.destroy();
    for (let end = head.indexOf('\r\n\r\n'); end !== -1; end = head.indexOf('\r\n\r\n')) {
      const request = { ...parseRequest(head.slice(0, end)), isIpv6 };
      if (head.length < end + 4 + request.contentLength) return;
      head = head.slice(end + 4 + request.contentLength);
      const verdict = guarded(pages, request.path);
      if (verdict === 'drop') return void socket.destroy();
      const found = pages[`//${request.host}${request.path}`] ?? pages[request.path] ?? pages['*'];
      const page = verdict === null ? found : refusals[verdict];
      if (page.delayMs === undefined) socket.write(response(page, request));
      else setTimeout(() => socket.writable && socket.write(response(page, request)), page.delayMs);
      if (!request.keepAlive) return void socket.end();
    }
  });
}

const refusals: Readonly<Record<'429' | '403', Page>> = {
  '429': { status: 429, headers: [['Retry-After', '30']], body: '' },
  '403': {
    status: 403,
    headers: [['Content-Type', 'text/html']],
    body: '<!doctype html><title>Forbidden</title><h1>Forbidden</h1>',
  },
};

/** Times of requests that count toward a site's limit, each for ten seconds. */
const counted = new WeakMap<Pages, number[]>();
const countedMs = 10_000;

function guarded(pages: Pages, path: string): 'drop' | '429' | '403' | null {
  const { guard } = pages['*'];
  if (guard === undefined) return null;
  const now = performance.now();
  const before = (counted.get(pages) ?? []).filter((moment) => now - moment < countedMs);
  if (guard.path.test(path)) before.push(now);
  counted.set(pages, before);
  return before.length > guard.most ? guard.how : null;
}

function parseRequest(head: string): Omit<Request, 'isIpv6'> {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [method = '', target = '/', version] = requestLine.split(' ');
  const value = (name: string): string | undefined =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const [path = '/'] = target.split('?');
  return {
    method,
    path,
    host: value('host') ?? '',
    contentLength: Number(value('content-length') ?? 0) || 0,
    head,
    origin: value('origin'),
    range: rangeOf(value('range')),
    takesGzip: /\bgzip\b/.test(value('accept-encoding') ?? ''),
    keepAlive: version === 'HTTP/1.1' && value('connection')?.toLowerCase() !== 'close',
  };
}

/** Fills in what is new in each response: a nonce of 128 bits, one of 48, and the time. */
function fresh(host: string, path: string): (text: string) => string {
  const nonce = randomBytes(16).toString('base64');
  const short = randomBytes(6).toString('base64');
  return (text) =>
    text
      .replaceAll('{host}', host)
      .replaceAll('{path}', path)
      .replaceAll('{nonce}', nonce)
      .replaceAll('{short}', short)
      .replaceAll('{time}', String(process.hrtime.bigint()));
}

/** One range of octets from the first on (RFC 9110 section 14.1.2); others are ignored, as servers may. */
function rangeOf(value: string | undefined): Request['range'] {
  const { 1: first, 2: last } = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(value ?? '') ?? [];
  return first === undefined ? null : [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
}

/** The part of a page that was asked for, with what a server says of it; null where all of it is sent. */
function partOf(
  { status, ranges }: Page,
  { method, range }: Request,
  body: Buffer,
): { part: Buffer; line: string } | null {
  if (ranges === undefined || range === null || method !== 'GET' || status !== 200 || range[0] >= body.length)
    return null;
  const part = body.subarray(range[0], Math.min(range[1], body.length) + 1);
  const of = ranges === 'of-length' ? body.length : '*';
  return { part, line: `Content-Range: bytes ${range[0]}-${range[0] + part.length - 1}/${of}` };
}

const inChunks = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);

function response(found: Page, request: Request): Buffer {
  const { method, host, path, head, origin, takesGzip, keepAlive, isIpv6 } = request;
  const page = (isIpv6 ? found.overIpv6 : undefined) ?? found;
  const fill = fresh(host, path);
  const isCompressed = page.compressed === true && takesGzip;
  const isGranted = origin !== undefined && (page.origins?.test(origin) ?? true);
  const headers = [...page.headers, ...(method === 'OPTIONS' ? (page.preflight ?? []) : [])]
    .filter(
      ([name, value]) =>
        (isGranted || !value.includes('{origin}')) && !(isIpv6 && page.lackingOverIpv6?.includes(name)),
    )
    .map(([name, value]) => `${name}: ${fill(value.replace('{origin}', origin ?? ''))}`);
  const text = method === 'TRACE' && page.traces === true ? head : fill(page.body);
  const whole = isCompressed ? gzipSync(text) : Buffer.from(text, page.binary === true ? 'latin1' : 'utf8');
  const part = partOf(page, request, whole);
  const body = part?.part ?? whole;
  const status = part === null ? page.status : 206;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...(page.headers.some(([name]) => name === 'Date') ? [] : [`Date: ${new Date().toUTCString()}`]),
    ...headers,
    ...(part === null ? [] : [part.line]),
    ...(isCompressed ? ['Content-Encoding: gzip'] : []),
    page.chunked === true ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
    `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    method === 'HEAD' ? Buffer.alloc(0) : page.chunked === true ? inChunks(body) : body,
  ]);
}
