import assert from 'node:assert/strict';
import { createServer as createWeb } from 'node:http';
import { createServer as createWeb2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hasOpenssl, listening, startNode, startOpenssl, startRaw } from '../testing/servers.ts';
import { webQuestion } from './last-question.ts';
import { type PlatformResult, platformHandshake } from './platform-handshake.ts';

const skip = hasOpenssl() ? false : 'needs the openssl command';
const signal = new AbortController().signal;

const shaken = (port: number): Promise<PlatformResult> =>
  platformHandshake(
    connect(port, '127.0.0.1'),
    {
      serverName: 'server.test',
      protocols: ['h2', 'http/1.1'],
      lastQuestion: (protocol) => webQuestion('server.test', 'Perimeter', protocol),
    },
    signal,
  );

const outcome = ({ handshake, failure }: PlatformResult) => ({
  ticketless: handshake?.ticketless,
  tickets: handshake?.sessions.length,
  failure,
});

/** OpenSSL without tickets in front of a web server. */
async function ticketless(t: TestContext, protocol: 'h2' | 'http/1.1', requests: string[]): Promise<number> {
  const web = protocol === 'h2' ? createWeb2() : createWeb();
  web.on('request', ({ method = '', url = '' }: { method?: string; url?: string }, response: { end: () => void }) => {
    requests.push(`${method} ${url}`);
    response.end();
  });
  const plain = await listening(web);
  t.after(plain.close);
  const options = ['-tls1_3', '-num_tickets', '0', '-alpn', protocol];
  const { port, close } = await startOpenssl(options, (input, output) => {
    const onward = connect(plain.port, '127.0.0.1').on('error', () => {});
    output.pipe(onward).pipe(input.on('error', () => {}));
  });
  t.after(close);
  return port;
}

for (const [protocol, asked] of [
  ['h2', []],
  ['http/1.1', ['HEAD /']],
] as const)
  test(`a server of ${protocol} that answers without a ticket issues none`, { skip }, async (t) => {
    const requests: string[] = [];
    const result = await shaken(await ticketless(t, protocol, requests));
    assert.deepEqual(outcome(result), { ticketless: 'answered', tickets: 0, failure: null });
    assert.deepEqual(requests, asked);
  });

/** What a front does with what a server sends after the client's Finished: only tickets, until it is asked. */
type After = (tickets: Buffer, client: Socket) => void;

async function fronted(t: TestContext, after: After, question: After): Promise<number> {
  const { port: behind, close } = await startNode({ minVersion: 'TLSv1.3' });
  t.after(close);
  const front = await startRaw((client) => {
    const onward = connect(behind, '127.0.0.1').on('error', () => {});
    let flights = 0;
    client.on('data', (bytes: Buffer) => {
      flights += 1;
      if (flights === 3) question(bytes, client);
      else onward.write(bytes);
    });
    onward.on('data', (bytes: Buffer) => void (flights > 1 ? after(bytes, client) : client.write(bytes)));
    client.on('close', () => onward.destroy());
  });
  t.after(front.close);
  return front.port;
}

const drop: After = () => {};
const rows: readonly (readonly [string, After, After, ReturnType<typeof outcome>])[] = [
  [
    'a ticket after two and a half seconds is taken',
    (tickets, client) => void pause(2_500).then(() => client.write(tickets)),
    drop,
    { ticketless: null, tickets: 1, failure: null },
  ],
  ['silence to the end is no absence', drop, drop, { ticketless: 'silent', tickets: 0, failure: null }],
  [
    'an end of the connection is an answer without a ticket',
    drop,
    (_, client) => client.end(),
    { ticketless: 'answered', tickets: 0, failure: null },
  ],
  [
    'a reset may have taken the ticket with it',
    drop,
    (_, client) => client.resetAndDestroy(),
    { ticketless: 'silent', tickets: 0, failure: null },
  ],
];

for (const [name, after, question, expected] of rows)
  test(name, async (t) => {
    assert.deepEqual(outcome(await shaken(await fronted(t, after, question))), expected);
  });
