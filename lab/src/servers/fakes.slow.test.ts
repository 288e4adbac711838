import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { hearFlight, openRaw, rawHello, type Heard } from '../testing/raw-session.ts';
import { flaws } from '../fakes/flaws.data.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { contentType, handshakeType, vector16 } from '../fakes/tls-wire.ts';
import { leaf, start, said } from '../testing/fake-servers.ts';

/** A handshake by OpenSSL; the content that came after it. */
function talk(port: number, options: ConnectionOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let content = '';
    const socket = connect(
      {
        port,
        servername: 'sound.lab',
        rejectUnauthorized: false,
        ciphers: 'ALL:@SECLEVEL=0',
        minVersion: 'TLSv1',
        ...options,
      },
      () => socket.write('GET / HTTP/1.0\r\n\r\n'),
    );
    socket.on('data', (chunk: Buffer) => (content += chunk.toString()));
    socket.on('end', () => resolve(content));
    socket.on('error', reject);
  });
}

const unlikeOpenssl = new Set([
  'unoffered-suite',
  'unoffered-version',
  'dh768',
  'hello-255',
  'signs-md5',
  'no-sentinel',
  'renegotiates-insecurely',
  'only-ssl3',
  'demands-certificate',
  'heartbleed-export',
  'heartbleed-des',
  'heartbleed-null',
  'heartbleed-anonymous',
  'only-weak-curve',
]);

for (const { name, behaviour } of flaws.filter((flaw) => !unlikeOpenssl.has(flaw.name))) {
  test(`OpenSSL completes a handshake with ${name}.lab in every version`, async () => {
    const port = await start(name);
    if (behaviour.versions.includes(0x0303)) assert.match(await talk(port, { maxVersion: 'TLSv1.2' }), /fake/);
    if (behaviour.versions.includes(0x0301)) assert.match(await talk(port, { maxVersion: 'TLSv1' }), /fake/);
  });
}

for (const ciphers of [
  'ECDHE-RSA-AES128-SHA',
  'ECDHE-RSA-AES128-SHA256',
  'AES128-GCM-SHA256',
  'AES128-SHA',
  'AES128-SHA256',
]) {
  test(`OpenSSL completes a handshake with ${ciphers}`, async () => {
    assert.match(
      await talk(await start('sound-cbc'), { ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' }),
      /fake/,
    );
  });
}

const sessionTicket = 35;
const ticketExtension = (ticket: Buffer): Buffer => Buffer.concat([u16(sessionTicket), vector16(ticket)]);

/** The session id in the ServerHello of a resumption with a ticket and an id of 16 octets. */
async function echoedId(port: number): Promise<Buffer> {
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const opened: TLSSocket = connect({ port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' }, () =>
      resolve(opened),
    );
    opened.on('error', reject);
  });
  const ticket = socket.getTLSTicket();
  socket.destroy();
  assert.ok(ticket);
  const connection = openRaw(port);
  connection.send(contentType.handshake, rawHello([0xc02f], [ticketExtension(ticket)], Buffer.alloc(16, 7)));
  const heard = await connection.hear();
  connection.close();
  assert.ok(typeof heard !== 'string');
  assert.equal(heard.content.readUInt8(0), handshakeType.serverHello);
  return heard.content.subarray(39, 39 + heard.content.readUInt8(38));
}

test('tickets.lab echoes a session ID unchanged, ticketbleed.lab pads it from memory', async () => {
  assert.deepEqual(await echoedId(await start('tickets')), Buffer.alloc(16, 7));
  const bled = await echoedId(await start('ticketbleed'));
  assert.equal(bled.length, 32);
  assert.deepEqual(bled.subarray(0, 16), Buffer.alloc(16, 7));
});

test('OpenSSL resumes a session of tickets.lab', async () => {
  const port = await start('tickets');
  const first = await new Promise<Buffer>((resolve, reject) => {
    const socket = connect({ port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
    socket.once('session', (session) => (socket.destroy(), resolve(session)));
    socket.on('error', reject);
  });
  const isReused = await new Promise<boolean>((resolve, reject) => {
    const socket = connect({ port, rejectUnauthorized: false, maxVersion: 'TLSv1.2', session: first }, () => {
      resolve(socket.isSessionReused());
      socket.destroy();
    });
    socket.on('error', reject);
  });
  assert.ok(isReused);
});

/** How many of twelve renegotiations are accepted. */
async function renegotiations(port: number): Promise<number> {
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const opened: TLSSocket = connect({ port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' }, () =>
      resolve(opened),
    );
    opened.on('error', reject);
  });
  socket.setMaxListeners(0);
  let taken = 0;
  const once = (): Promise<boolean> =>
    new Promise((resolve) => {
      // A refusal is an alert: it arrives as an error.
      socket.once('error', () => resolve(false));
      socket.renegotiate({ rejectUnauthorized: false }, (error) => resolve(error === null));
    });
  while (taken < 12 && (await once())) taken += 1;
  socket.destroy();
  return taken;
}

for (const [name, expected] of [
  ['sound', 0],
  ['renegotiates-thrice', 3],
  ['renegotiates', 12],
] as const) {
  test(`${name}.lab accepts ${expected} of twelve renegotiations`, async () => {
    assert.equal(await renegotiations(await start(name)), expected);
  });
}

async function heartbeatAnswer(port: number, claimedBytes: number, silenceMs?: number): Promise<Heard> {
  const connection = openRaw(port);
  connection.send(contentType.handshake, rawHello([0x002f], [Buffer.concat([u16(15), vector16(u8(1))])]));
  await hearFlight(connection);
  connection.send(contentType.heartbeat, Buffer.concat([u8(1), u16(claimedBytes), Buffer.alloc(16, 1)]));
  const heard = await connection.hear(silenceMs);
  connection.close();
  return heard;
}

test('heartbleed.lab answers with extra bytes, heartbeat.lab does not answer', async () => {
  const bled = await heartbeatAnswer(await start('heartbleed'), 32);
  assert.ok(typeof bled !== 'string');
  assert.equal(bled.type, contentType.heartbeat);
  assert.equal(bled.content.readUInt16BE(1), 32);
  assert.equal(await heartbeatAnswer(await start('heartbeat'), 32, 700), 'silence');
});

test('ccs.lab accepts an early ChangeCipherSpec and decrypts, a correct server alerts at once', async () => {
  for (const [name, first, second] of [
    ['ccs', 'silence', 20],
    ['sound-cbc', 10, 'closed'],
  ] as const) {
    const connection = openRaw(await start(name));
    connection.send(contentType.handshake, rawHello([0x002f]));
    await hearFlight(connection);
    connection.send(contentType.changeCipherSpec, u8(1));
    assert.equal(said(await connection.hear(first === 'silence' ? 300 : undefined)), first, name);
    connection.send(contentType.changeCipherSpec, u8(1));
    assert.equal(said(await connection.hear()), second, name);
    connection.close();
  }
});

test('wants-sni.lab alerts clients without SNI', async () => {
  const connection = openRaw(await start('wants-sni'));
  connection.send(contentType.handshake, rawHello([0xc02f]));
  assert.equal(said(await connection.hear()), 112);
  connection.close();
});

test('the fakes present their configured certificate', async () => {
  const connection = openRaw(await start('straddling'));
  connection.send(contentType.handshake, rawHello([0xc02f]));
  const certificate = (await hearFlight(connection)).get(handshakeType.certificate);
  connection.close();
  assert.ok(certificate);
  assert.equal(new X509Certificate(certificate.subarray(10)).fingerprint, new X509Certificate(leaf).fingerprint);
});
