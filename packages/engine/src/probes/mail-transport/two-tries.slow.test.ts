import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { testContext } from '../testing/context.ts';
import { visit, type Visit } from './session.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const der = signCertificate(
  {
    commonName: 'mx.site.lab',
    publicKey,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    role: 'server',
    dnsNames: ['mx.site.lab'],
  },
  { commonName: 'mx.site.lab', key: privateKey },
);
const secureContext = createSecureContext({
  cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
});

type Act = (socket: Socket) => unknown;

/** Starts TLS on the received bytes, including the hello. */
const speakTls: Act = (socket) => {
  const secured = new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
  secured.on('data', (inside: Buffer) =>
    secured.write(inside.toString('latin1').startsWith('QUIT') ? '221 Bye\r\n' : '250 mx.site.lab\r\n'),
  );
};

/** Completes STARTTLS, then continues as the test defines. */
const invites =
  (after: Act, reply = '220 ready\r\n'): Act =>
  (socket) => {
    const hear = (bytes: Buffer): void => {
      const line = bytes.toString('latin1');
      if (line.startsWith('EHLO')) socket.write('250-mx.site.lab\r\n250 STARTTLS\r\n');
      if (!line.startsWith('STARTTLS')) return;
      socket.off('data', hear);
      socket.write(reply, () => after(socket));
    };
    socket.on('data', hear).write('220 mx.site.lab ESMTP\r\n');
  };

const onHello = (act: Act): Act => invites((socket) => socket.once('data', () => act(socket)));

/** Waits for the rest of a hello that is larger than one packet. */
const onlySmallHellos = invites((socket) =>
  socket.once('data', (hello: Buffer) => {
    if (hello.length > 1_400) return;
    socket.pause();
    socket.unshift(hello);
    speakTls(socket);
  }),
);

/** A fatal handshake_failure (RFC 5246 section 7.2). */
const alert = Buffer.from('15030100020228', 'hex');

const acts = {
  'speaks TLS': invites(speakTls),
  'closes at the hello': onHello((socket) => socket.end()),
  'closes at once': invites((socket) => socket.end()),
  'resets at the hello': onHello((socket) => socket.resetAndDestroy()),
  'sends an alert': onHello((socket) => socket.end(alert)),
  'sends plain text': onHello((socket) => socket.end('500 what?\r\n')),
  'hangs at the hello': onHello(() => {}),
  'hangs at a hello of two packets': onlySmallHellos,
  'answers STARTTLS with 454': invites(() => {}, '454 not now\r\n'),
  'answers STARTTLS with 421': invites(() => {}, '421 closing\r\n'),
  'answers STARTTLS with 502': invites(() => {}, '502 no\r\n'),
  'hangs at STARTTLS': invites(() => {}, ''),
  'closes at STARTTLS': invites((socket) => socket.end(), ''),
  'greets with 421': (socket) => socket.end('421 busy\r\n'),
  'greets with 450': (socket) => socket.end('450 later\r\n'),
  'greets with 554': (socket) => socket.end('554 no\r\n'),
  'hangs before the greeting': () => {},
  'hangs in the greeting': (socket) => socket.write('220-mx.site'),
  'closes in the greeting': (socket) => socket.end('220-mx.site'),
  'closes before the greeting': (socket) => socket.end(),
  'resets before the greeting': (socket) => socket.resetAndDestroy(),
} satisfies Record<string, Act>;
type Kind = keyof typeof acts;

/** A server whose first connections behave as listed, and later ones like the last. */
async function serverOf(t: TestContext, kinds: readonly Kind[]): Promise<number> {
  const left = [...kinds];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    const kind = left.length > 1 ? left.shift() : left[0];
    if (kind !== undefined) acts[kind](socket);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return takeFreePort(server);
}

function resultOf(visited: Visit): string {
  if (!visited.ok) return `no session: ${visited.failure.reason}`;
  const { startTls, connections } = visited.session;
  return `${startTls.known ? startTls.value.outcome : startTls.failure.reason}, ${connections}`;
}

/** Expected result of each kind: once, followed by TLS, and twice. */
const rows: readonly [Kind, once: string, twice: string][] = [
  ['speaks TLS', 'negotiated, 1', 'negotiated, 1'],
  ['closes at the hello', 'negotiated, 2', 'failed, 2'],
  ['closes at once', 'negotiated, 2', 'failed, 2'],
  ['resets at the hello', 'negotiated, 2', 'failed, 2'],
  ['sends an alert', 'negotiated, 2', 'failed, 2'],
  ['sends plain text', 'negotiated, 2', 'failed, 2'],
  ['hangs at the hello', 'negotiated, 2', 'failed, 2'],
  ['hangs at a hello of two packets', 'negotiated, 2', 'negotiated, 2'],
  // No handshake started: a temporary refusal or silence is not a TLS failure.
  ['answers STARTTLS with 454', 'refused, 1', 'refused, 1'],
  ['answers STARTTLS with 421', 'rate-limited, 1', 'rate-limited, 1'],
  ['answers STARTTLS with 502', 'refused, 1', 'refused, 1'],
  ['hangs at STARTTLS', 'timeout, 1', 'timeout, 1'],
  ['closes at STARTTLS', 'closed, 1', 'closed, 1'],
  ['greets with 421', 'rate-limited, 1', 'rate-limited, 1'],
  ['greets with 450', 'rate-limited, 1', 'rate-limited, 1'],
  ['greets with 554', 'refused, 1', 'refused, 1'],
  ['hangs before the greeting', 'no session: timeout', 'no session: timeout'],
  ['hangs in the greeting', 'no session: timeout', 'no session: timeout'],
  ['closes in the greeting', 'no session: closed', 'no session: closed'],
  ['closes before the greeting', 'no session: closed', 'no session: closed'],
  ['resets before the greeting', 'no session: reset', 'no session: reset'],
];

// All at once: most of them wait for a time limit.
describe('the results of two tries decide', { concurrency: 64 }, () => {
  for (const [kind, afterOne, afterTwo] of rows)
    for (const [kinds, expected] of [
      [[kind, 'speaks TLS'], afterOne],
      [[kind], afterTwo],
    ] as const)
      test(`a server that ${kind} ${kinds.length === 2 ? 'once' : 'always'}`, async (t) => {
        const port = await serverOf(t, kinds);
        const context = testContext({ settings: { allowNetworks: ['127.0.0.0/8'] } });
        const visited = await visit(context, { address: '127.0.0.1', port, host: 'mx.site.lab' }, false);
        assert.equal(resultOf(visited), expected);
      });

  test('a server that refuses connections', async () => {
    const context = testContext({ settings: { allowNetworks: ['127.0.0.0/8'] } });
    const visited = await visit(context, { address: '127.0.0.1', port: 9, host: 'mx.site.lab' }, false);
    assert.equal(resultOf(visited), 'no session: refused');
  });
});
