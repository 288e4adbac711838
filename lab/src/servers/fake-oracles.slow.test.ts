import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRsaHandshake, type RsaHandshake } from '../testing/raw-session.ts';
import { contentType } from '../fakes/tls-wire.ts';
import { start, said } from '../testing/fake-servers.ts';

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

test('robot-unstable.lab does not always answer the same', async () => {
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

const content = Buffer.from('GET / HTTP/1.0\r\n\r\n'.padEnd(44));
type Forgery = (session: RsaHandshake) => Buffer;
const applicationMac = (session: RsaHandshake, of: Buffer): Buffer => session.macOf(1, contentType.applicationData, of);
const wrong = (octets: Buffer): Buffer => Buffer.from(octets.map((octet) => octet ^ 0xff));

/** Records that a sound server answers alike: 44 bytes of content, 20 of MAC and 16 of padding fill five blocks. */
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
  test(`${name}.lab answers ${differing.length === 0 ? 'all forgeries alike' : `differently to: ${differing.join()}`}`, async () => {
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
