import assert from 'node:assert/strict';
import { type Server, type Socket, createServer } from 'node:net';
import { after } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import type { NetFailure } from '../../../evidence/observed.ts';
import { createDialer } from '../../dialer.ts';
import { createGuard } from '../../guard/guard.ts';
import { exchange } from '../exchange.ts';
import type { Exchanged } from '../exchanged.ts';
import { type HttpLimits, httpLimits } from '../limits.ts';
import type { HttpRequest } from '../request.ts';
import { failureText } from '../../../evidence/failure-text.ts';

export const never = new AbortController().signal;
/** Small size limits end large answers early. Time limits are those of an audit, so that a busy machine does not cause time-outs. */
export const smallLimits: HttpLimits = {
  ...httpLimits,
  maxWireBytes: 256 * 1024,
  maxDecodedBytes: 512 * 1024,
};
export const open = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });

export const servers: Server[] = [];

/** A loopback server that passes each connection on once the request head is complete, or at once. */
export async function serve(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  after(() => void server.close());
  return takeFreePort(server);
}

export interface Run {
  method?: string;
  limits?: Partial<HttpLimits>;
  headers?: HttpRequest['headers'];
}

export async function ask(
  answer: (socket: Socket) => void,
  { method = 'GET', limits = {}, headers = [] }: Run = {},
): Promise<Exchanged> {
  const port = await serve(answer);
  const dialer = createDialer({ guard: open, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits: { ...smallLimits, ...limits }, signal: never };
  const done = await exchange(client, {
    method,
    url: new URL(`http://site.example:${port}/a?b`),
    address: '127.0.0.1',
    headers,
  });
  // A socket that is never released would keep this loop, and so the test, from ending.
  while (dialer.budget({ address: '127.0.0.1', port }).open > 0) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

export const say =
  (...parts: (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
export const response = ({ facts: { result } }: Exchanged) => {
  assert.ok(result.ok, result.ok ? '' : `${failureText(result.failure)}`);
  return result.response;
};
export const failure = ({ facts: { result } }: Exchanged): NetFailure | undefined =>
  result.ok ? result.response.body.failure : result.failure;

export const ok = 'HTTP/1.1 200 OK\r\n';
export const html = `${ok}Content-Type: text/html\r\n`;
