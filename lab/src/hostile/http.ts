import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { afterRequest, drip, flood, type Hostility } from './hostility.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const bombBytes = 64 * 1024 * 1024;

const http = (what: string, serve: Hostility['serve']): Hostility => ({ layer: 'http', what, serve });

/** The same bytes for every client, then the end of the connection. */
const fixed = (what: string, response: () => Uint8Array | string): Hostility =>
  http(
    what,
    afterRequest((socket) => socket.end(response())),
  );

/** Hostile web servers by name. */
export const httpHostilities: Readonly<Record<string, Hostility>> = {
  tarpit: http('Accepts, and sends nothing', () => undefined),
  'header-drip': http(
    'One byte of the header every 200 ms, endlessly',
    afterRequest((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      drip(socket, Buffer.from('d'), 200);
    }),
  ),
  'body-drip': http(
    'One byte of the body every 200 ms, endlessly',
    afterRequest((socket) => {
      socket.write(`${ok}\r\n<!doctype html>`);
      drip(socket, Buffer.from('<p>'), 200);
    }),
  ),
  'never-close': http(
    'A whole answer without a length, and the connection stays open',
    afterRequest((socket) => socket.write(`${ok}\r\n<!doctype html><p>that was all</p>`)),
  ),
  'short-body': http(
    'A length that the body never reaches',
    afterRequest((socket) => socket.write(`${ok}Content-Length: 1000000\r\n\r\n<!doctype html>`)),
  ),
  'reset-in-header': http(
    'Reset after 20 bytes',
    afterRequest((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nX-R', () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ),
  ),
  'reset-in-body': http(
    'Reset in the middle of the body',
    afterRequest((socket) => {
      socket.write(`${ok}Content-Length: 100000\r\n\r\n<!doctype html><p>so far`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      );
    }),
  ),
  'interim-flood': http(
    'Endless 103 Early Hints',
    afterRequest((socket) =>
      flood(socket, (n) => `HTTP/1.1 103 Early Hints\r\nLink: </${n}.css>; rel=preload\r\n\r\n`),
    ),
  ),
  'many-headers': http(
    '100,000 header lines, with HSTS as the last',
    afterRequest((socket) => {
      const lines = Array.from({ length: 100_000 }, (_, index) => `X-H${index}: ${index}\r\n`).join('');
      socket.end(`${ok}${lines}Strict-Transport-Security: max-age=31536000\r\nContent-Length: 0\r\n\r\n`);
    }),
  ),
  'endless-headers': http(
    'Endless header lines',
    afterRequest((socket) => {
      socket.write(ok);
      flood(socket, (n) => `X-Header-${n}: ${'x'.repeat(1000)}\r\n`);
    }),
  ),
  'long-header': http(
    'An endless header line',
    afterRequest((socket) => {
      socket.write(`${ok}X-Long: `);
      flood(socket, () => 'x'.repeat(65_536));
    }),
  ),
  'long-status': http(
    'An endless status line',
    afterRequest((socket) => {
      socket.write('HTTP/1.1 200 ');
      flood(socket, () => 'O'.repeat(65_536));
    }),
  ),
  'endless-chunks': http(
    'Endless chunks',
    afterRequest((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`);
      flood(socket, () => `4000\r\n${'<p>abcdefghijkl</'.repeat(1024).slice(0, 16_384)}\r\n`);
    }),
  ),
  'tiny-chunks': http(
    'Chunks of one byte with long extensions, endlessly',
    afterRequest((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`);
      flood(socket, () => `1;${'x'.repeat(4000)}\r\na\r\n`);
    }),
  ),
  'chunk-overflow': fixed(
    'A chunk size of more digits than any integer has',
    () => `${ok}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(64)}\r\nabc`,
  ),
  'endless-trailers': http(
    'Endless trailers',
    afterRequest((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`);
      flood(socket, (n) => `X-Trailer-${n}: x\r\n`);
    }),
  ),
  'endless-body': http(
    'An endless body',
    afterRequest((socket) => {
      socket.write(`${ok}\r\n<!doctype html>`);
      flood(socket, () => '<p>more</p>'.repeat(1000));
    }),
  ),
  'gzip-bomb': fixed('64 MiB of zeros in gzip', () => encoded('gzip', gzipBomb())),
  'brotli-bomb': fixed('64 MiB of zeros in brotli, under 200 bytes', () => encoded('br', brotliBomb())),
  'nested-gzip': fixed('gzip in gzip in gzip', () => encoded('gzip, gzip, gzip', gzipSync(gzipSync(gzipBomb())))),
  'broken-gzip': fixed('Says gzip and is none', () => encoded('gzip', randomBytes(1000))),
  garbage: fixed('Random bytes instead of a response', () => randomBytes(4096)),
  'no-header': fixed('HTTP/0.9: a body alone', () => '<!doctype html><title>0.9</title>'),
  'two-lengths': fixed('Two contradicting lengths', () => `${ok}Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello`),
  'negative-length': fixed('A negative length', () => `${ok}Content-Length: -1\r\n\r\nhello`),
  'length-and-chunks': fixed(
    'Length and chunks at once',
    () => `${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  'bare-line-feeds': fixed(
    'Lines that end in a bare line feed, a bare carriage return, a NUL',
    () => 'HTTP/1.1 200 OK\nX-A: 1\rX-B: 2\0\n\nbody',
  ),
  'deep-html': fixed('100,000 nested elements', () => page('<div>'.repeat(100_000))),
  'attribute-html': fixed('One element with 50,000 attributes', () =>
    page(`<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(' ')}>`),
  ),
  'many-cookies': fixed(
    '5,000 cookies',
    () =>
      `${ok}${Array.from({ length: 5000 }, (_, index) => `Set-Cookie: c${index}=${index}\r\n`).join('')}Content-Length: 0\r\n\r\n`,
  ),
  'long-csp': fixed(
    'A policy of 60 KB',
    () => `${ok}Content-Security-Policy: script-src ${'https://a.lab '.repeat(4000)}\r\nContent-Length: 0\r\n\r\n`,
  ),
  injection: fixed('Escape sequences, markup, formulas and text direction in every header', injection),
  'switching-protocols': fixed(
    '101 without a request to upgrade',
    () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: hostile\r\nConnection: Upgrade\r\n\r\n',
  ),
  'strange-status': fixed('A status that is no number', () => 'HTTP/1.1 2OO OK\r\nContent-Length: 0\r\n\r\n'),
};

function page(body: string): string {
  return `${ok}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function encoded(coding: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${ok}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);
}

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= make());
}

const gzipBomb = once(() => gzipSync(Buffer.alloc(bombBytes), { level: 9 }));
const brotliBomb = once(() =>
  brotliCompressSync(Buffer.alloc(bombBytes), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
);

function injection(): Buffer {
  const nasty = [
    '\u001b[31mred\u001b[0m',
    '"><script>alert(1)</script>',
    "=cmd|' /C calc'!A0",
    '\u202Egnp.exe',
    '\u200B\uFEFF',
    '](javascript:alert(1))',
    '{{7*7}}${7*7}',
    "' OR 1=1 --",
  ];
  const lines = [
    'Server',
    'X-Powered-By',
    'Content-Security-Policy',
    'Strict-Transport-Security',
    'Referrer-Policy',
    'Set-Cookie',
    'X-Frame-Options',
    'Permissions-Policy',
  ];
  const headers = lines.map((name, index) => `${name}: ${nasty[index % nasty.length] ?? ''}\r\n`).join('');
  const body = `<!doctype html><title>${nasty.join(' ')}</title><script src="https://evil.lab/${encodeURIComponent(nasty.join(''))}"></script>`;
  return Buffer.from(`${ok}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, 'utf8');
}
