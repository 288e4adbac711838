import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { endpoint } from '../hosts/endpoints.ts';
import { issue, makeAuthorities } from '../issuance/issue.ts';
import { keyStore } from '../pki/keys.ts';
import {
  hearFlight,
  openRaw,
  rawHello,
  startRsaHandshake,
  type Heard,
  type RsaHandshake,
} from '../testing/raw-session.ts';
import type { FakeBehaviour, FakeIdentity } from '../fakes/behaviour.ts';
import { serveFakeTls } from '../fakes/fake-tls.ts';
import { flaws } from '../fakes/flaws.data.ts';
import { freePort } from '../machine/free-port.ts';
import { closeAll, listenTcp, listening } from './listen.ts';
import { contentType, handshakeType, u16, u8, vector16 } from '../fakes/tls-wire.ts';

const group = listening();
after(() => closeAll(group));
const { keyPem, leaf } = issue(
  endpoint('sound.lab'),
  { key: 'rsa2048' },
  makeAuthorities(new Date()),
  new Date(),
  keyStore(),
);
const identity: FakeIdentity = { chain: [leaf], key: createPrivateKey(keyPem) };

async function start(name: string): Promise<number> {
  const behaviour: FakeBehaviour | undefined = flaws.find((flaw) => flaw.name === name)?.behaviour;
  assert.ok(behaviour, name);
  const port = await freePort();
  await listenTcp(group, { host: '127.0.0.1', port }, (socket) => serveFakeTls(socket, behaviour, identity));
  return port;
}

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
  test(`OpenSSL gets through a handshake with ${name}.lab in every version`, async () => {
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
  test(`OpenSSL gets through a handshake with ${ciphers}`, async () => {
    assert.match(
      await talk(await start('sound-cbc'), { ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' }),
      /fake/,
    );
  });
}

/** An alert's code, or what came in its place; a record that is no alert ends the alert's absence. */
function said(heard: Heard): number | string {
  if (typeof heard === 'string') return heard;
  return heard.type === contentType.alert && heard.content.length === 2
    ? heard.content.readUInt8(1)
    : `record ${heard.type}`;
}

const spoilers: Readonly<Record<string, (block: Buffer) => Buffer>> = {
  'a wrong prefix': (block) => Buffer.concat([Buffer.from([0x00, 0x17]), block.subarray(2)]),
  'a misplaced zero': (block) => Buffer.concat([block.subarray(0, 20), Buffer.from([0]), block.subarray(21)]),
  'no zero': (block) => Buffer.from(block.map((octet, index) => (index > 1 && octet === 0 ? 1 : octet))),
  'a wrong version': (block) => Buffer.concat([block.subarray(0, 208), Buffer.from([2, 2]), block.subarray(210)]),
};

async function answersToPaddings(port: number): Promise<readonly (number | string)[]> {
  const answers: (number | string)[] = [];
  for (const spoil of Object.values(spoilers)) {
    const { connection, finish } = await startRsaHandshake(port);
    finish(spoil);
    answers.push(said(await connection.hear()));
    connection.close();
  }
  return answers;
}

for (const [name, expected] of [
  ['sound-cbc', [20, 20, 20, 20]],
  ['robot-weak', [51, 51, 51, 20]],
  ['robot-strong', [20, 80, 20, 20]],
] as const) {
  test(`${name}.lab answers ${Object.keys(spoilers).join(', ')} with ${expected.join(', ')}`, async () => {
    assert.deepEqual(await answersToPaddings(await start(name)), expected);
  });
}

test('robot-unstable.lab does not always answer alike', async () => {
  const port = await start('robot-unstable');
  const seen = new Set<number | string>();
  for (let round = 0; round < 40 && seen.size < 2; round += 1) {
    const { connection, finish } = await startRsaHandshake(port);
    finish(spoilers['no zero']);
    seen.add(said(await connection.hear()));
    connection.close();
  }
  assert.deepEqual([...seen].toSorted(), [20, 51]);
});

/** Finishes a handshake and reads the server's ChangeCipherSpec and Finished. */
async function established(port: number): Promise<RsaHandshake> {
  const session = await startRsaHandshake(port);
  session.finish();
  assert.deepEqual(
    [said(await session.connection.hear()), said(await session.connection.hear())],
    ['record 20', 'record 22'],
  );
  return session;
}

type Forgery = (session: RsaHandshake) => Buffer;
const content = Buffer.from('GET / HTTP/1.0\r\n\r\n'.padEnd(44));
const applicationMac = (session: RsaHandshake, of: Buffer): Buffer => session.macOf(1, contentType.applicationData, of);
const wrong = (octets: Buffer): Buffer => Buffer.from(octets.map((octet) => octet ^ 0xff));

/** Records that a sound server answers alike: 44 octets, 20 of MAC and 16 of padding fill five blocks. */
const forgeries: Readonly<Record<string, Forgery>> = {
  'right MAC, wrong padding': (session) =>
    session.sealRaw(Buffer.concat([content, applicationMac(session, content), Buffer.alloc(15, 3), Buffer.from([15])])),
  'wrong MAC, right padding': (session) =>
    session.sealRaw(Buffer.concat([content, wrong(applicationMac(session, content)), Buffer.alloc(16, 15)])),
  'wrong MAC, wrong padding': (session) =>
    session.sealRaw(
      Buffer.concat([content, wrong(applicationMac(session, content)), Buffer.alloc(15, 3), Buffer.from([15])]),
    ),
  'nothing, wrong MAC, right padding': (session) =>
    session.sealRaw(Buffer.concat([wrong(applicationMac(session, Buffer.alloc(0))), Buffer.alloc(12, 11)])),
  'nothing but padding': (session) => session.sealRaw(Buffer.alloc(32, 0x41)),
};

async function answersToForgeries(port: number): Promise<Record<string, number | string>> {
  const answers: Record<string, number | string> = {};
  for (const [name, forge] of Object.entries(forgeries)) {
    const session = await established(port);
    session.connection.send(contentType.applicationData, forge(session));
    answers[name] = said(await session.connection.hear());
    session.connection.close();
  }
  return answers;
}

/** Alerts after the handshake are sealed: five blocks long, and told apart by what came in their place. */
for (const [name, differing] of [
  ['sound-cbc', []],
  ['poodle-tls', ['right MAC, wrong padding']],
  ['cbc-sleeping', ['right MAC, wrong padding']],
] as const) {
  test(`${name}.lab answers ${differing.length === 0 ? 'all forgeries alike' : `another way to: ${differing.join()}`}`, async () => {
    const answers = await answersToForgeries(await start(name));
    const usual = 'record 21';
    assert.deepEqual(
      Object.keys(answers).filter((forgery) => answers[forgery] !== usual),
      differing,
    );
  });
}

/** During the handshake the server's alerts are in the clear: the same forgeries in the place of Finished. */
async function alertsToForgedFinished(port: number): Promise<Record<string, number | string>> {
  const answers: Record<string, number | string> = {};
  const finishedMac = (session: RsaHandshake, of: Buffer): Buffer => session.macOf(0, contentType.handshake, of);
  const message = Buffer.alloc(44, 0x14);
  const plain: Readonly<Record<string, Forgery>> = {
    'right MAC, wrong padding': (session) =>
      session.sealRaw(Buffer.concat([message, finishedMac(session, message), Buffer.alloc(15, 3), Buffer.from([15])])),
    'wrong MAC, right padding': (session) =>
      session.sealRaw(Buffer.concat([message, wrong(finishedMac(session, message)), Buffer.alloc(16, 15)])),
    'wrong MAC, wrong padding': (session) =>
      session.sealRaw(
        Buffer.concat([message, wrong(finishedMac(session, message)), Buffer.alloc(15, 3), Buffer.from([15])]),
      ),
    'nothing but padding': (session) => session.sealRaw(Buffer.alloc(32, 0x41)),
  };
  for (const [name, forge] of Object.entries(plain)) {
    const session = await startRsaHandshake(port);
    session.finish(undefined, forge(session));
    answers[name] = said(await session.connection.hear());
    session.connection.close();
  }
  return answers;
}

const [rightMac, rightPadding, nothingRight, onlyPadding] = [
  'right MAC, wrong padding',
  'wrong MAC, right padding',
  'wrong MAC, wrong padding',
  'nothing but padding',
] as const;
for (const [name, expected] of [
  ['sound-cbc', { [rightMac]: 20, [rightPadding]: 20, [nothingRight]: 20, [onlyPadding]: 20 }],
  ['cbc-zombie', { [rightMac]: 21, [rightPadding]: 20, [nothingRight]: 20, [onlyPadding]: 20 }],
  ['cbc-goldendoodle', { [rightMac]: 21, [rightPadding]: 20, [nothingRight]: 21, [onlyPadding]: 21 }],
  ['cbc-2016-2107', { [rightMac]: 20, [rightPadding]: 20, [nothingRight]: 20, [onlyPadding]: 22 }],
] as const) {
  test(`${name}.lab distinguishes forged records as configured`, async () => {
    assert.deepEqual(await alertsToForgedFinished(await start(name)), expected);
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

/** How many of twelve renegotiations are taken. */
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
      socket.once('error', () => resolve(false));
      const timer = setTimeout(() => resolve(false), 500);
      socket.renegotiate({ rejectUnauthorized: false }, (error) => {
        clearTimeout(timer);
        resolve(error === null);
      });
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
  test(`${name}.lab takes ${expected} of twelve renegotiations`, async () => {
    assert.equal(await renegotiations(await start(name)), expected);
  });
}

async function heartbeatAnswer(port: number, payloadBytes: number, claimedBytes: number): Promise<Heard> {
  const connection = openRaw(port);
  connection.send(contentType.handshake, rawHello([0x002f], [Buffer.concat([u16(15), vector16(u8(1))])]));
  await hearFlight(connection);
  connection.send(contentType.heartbeat, Buffer.concat([u8(1), u16(claimedBytes), Buffer.alloc(payloadBytes, 1)]));
  const heard = await connection.hear();
  connection.close();
  return heard;
}

test('heartbleed.lab answers with extra bytes, heartbeat.lab does not answer', async () => {
  const bled = await heartbeatAnswer(await start('heartbleed'), 16, 32);
  assert.ok(typeof bled !== 'string');
  assert.equal(bled.type, contentType.heartbeat);
  assert.equal(bled.content.readUInt16BE(1), 32);
  assert.equal(await heartbeatAnswer(await start('heartbeat'), 16, 32), 'silence');
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
    assert.equal(said(await connection.hear(300)), first, name);
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

test('the certificate of the fakes is the one that they were given', async () => {
  const connection = openRaw(await start('straddling'));
  connection.send(contentType.handshake, rawHello([0xc02f]));
  const certificate = (await hearFlight(connection)).get(handshakeType.certificate);
  connection.close();
  assert.ok(certificate);
  assert.equal(new X509Certificate(certificate.subarray(10)).fingerprint, new X509Certificate(leaf).fingerprint);
});
