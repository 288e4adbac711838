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
  readonly keepAlive: boolean;
  readonly isIpv6: boolean;
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
      head = head.slice(end + 4);
      socket.write(response(pages[`//${request.host}${request.path}`] ?? pages[request.path] ?? pages['*'], request));
      if (!request.keepAlive) return void socket.end();
    }
  });
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
    head,
    origin: value('origin'),
    takesGzip: /\bgzip\b/.test(value('accept-encoding') ?? ''),
    keepAlive: version === 'HTTP/1.1' && value('connection')?.toLowerCase() !== 'close',
  };
}

/** Fills in what is new in each response: a nonce of 128 bits, one of 48, and the time. */
function fresh(host: string): (text: string) => string {
  const nonce = randomBytes(16).toString('base64');
  const short = randomBytes(6).toString('base64');
  return (text) =>
    text
      .replaceAll('{host}', host)
      .replaceAll('{nonce}', nonce)
      .replaceAll('{short}', short)
      .replaceAll('{time}', String(process.hrtime.bigint()));
}

function response(page: Page, { method, host, head, origin, takesGzip, keepAlive, isIpv6 }: Request): Buffer {
  const fill = fresh(host);
  const isCompressed = page.compressed === true && takesGzip;
  const isGranted = origin !== undefined && (page.origins?.test(origin) ?? true);
  const headers = [...page.headers, ...(method === 'OPTIONS' ? (page.preflight ?? []) : [])]
    .filter(
      ([name, value]) =>
        (isGranted || !value.includes('{origin}')) && !(isIpv6 && page.lackingOverIpv6?.includes(name)),
    )
    .map(([name, value]) => `${name}: ${fill(value.replace('{origin}', origin ?? ''))}`);
  const text = method === 'TRACE' && page.traces === true ? head : fill(page.body);
  const body = isCompressed ? gzipSync(text) : Buffer.from(text);
  const lines = [
    `HTTP/1.1 ${page.status} ${STATUS_CODES[page.status] ?? 'Unknown'}`,
    ...(page.headers.some(([name]) => name === 'Date') ? [] : [`Date: ${new Date().toUTCString()}`]),
    ...headers,
    ...(isCompressed ? ['Content-Encoding: gzip'] : []),
    `Content-Length: ${body.length}`,
    `Connection: ${keepAlive ? 'keep-alive' : 'close'}`,
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    method === 'HEAD' ? Buffer.alloc(0) : body,
  ]);
}
