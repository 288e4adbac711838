import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { createDialogue, type Dialogue } from './dialogue.ts';
import { askForTls, ehloName, openSession } from './opening.ts';

async function dialogueWith(t: TestContext, serve: (socket: Socket) => void): Promise<Dialogue> {
  const server = createServer((socket) => serve(socket.on('error', () => {})));
  const port = await takeFreePort(server);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  t.after(() => {
    socket.destroy();
    server.close();
  });
  return createDialogue(socket, new AbortController().signal);
}

/** Greets, and answers each command by its first word. */
const server =
  (greeting: string, replies: Readonly<Record<string, string>>) =>
  (socket: Socket): void => {
    socket.write(greeting);
    socket.on('data', (bytes) => socket.write(replies[bytes.toString('latin1').slice(0, 4)] ?? '500 what\r\n'));
  };

test('greeting and capabilities are recorded, and STARTTLS is sent if offered', async (t) => {
  const dialogue = await dialogueWith(
    t,
    server('220-mx.lab\r\n220 ready\r\n', { EHLO: '250-mx.lab\r\n250 STARTTLS\r\n', STAR: '220 go\r\n' }),
  );
  const opening = await openSession(dialogue, 'audit.example');
  assert.ok(opening.ok && opening.ehlo.ok);
  assert.deepEqual(opening.greeting, { code: 220, lines: ['mx.lab', 'ready'] });
  assert.deepEqual(opening.ehlo.reply.lines, ['mx.lab', 'STARTTLS']);
  assert.deepEqual(await askForTls(dialogue, opening.ehlo), { outcome: 'ready' });
});

test('a server that supports only HELO has no capabilities', async (t) => {
  const dialogue = await dialogueWith(t, server('220 mx.lab\r\n', { HELO: '250 mx.lab\r\n' }));
  const opening = await openSession(dialogue, 'audit.example');
  assert.ok(opening.ok && opening.ehlo.ok);
  assert.deepEqual(await askForTls(dialogue, opening.ehlo), { outcome: 'not-offered' });
});

test('after a rejected greeting or EHLO the capabilities are unknown', async (t) => {
  const shut = await openSession(await dialogueWith(t, server('554 no\r\n', {})), 'audit.example');
  assert.ok(shut.ok && !shut.ehlo.ok && shut.greeting.code === 554);
  const refused = await openSession(
    await dialogueWith(t, server('220 mx.lab\r\n', { EHLO: '550 bad name\r\n' })),
    'audit.example',
  );
  assert.ok(refused.ok && !refused.ehlo.ok);
});

test('plaintext after the reply to STARTTLS is never treated as TLS', async (t) => {
  const dialogue = await dialogueWith(
    t,
    server('220 mx.lab\r\n', { EHLO: '250-mx.lab\r\n250 STARTTLS\r\n', STAR: '220 go\r\n250 more\r\n' }),
  );
  const opening = await openSession(dialogue, 'audit.example');
  assert.ok(opening.ok);
  const invited = await askForTls(dialogue, opening.ehlo);
  assert.ok(invited.outcome === 'unknown' && invited.failure.reason === 'malformed');
});

const outOfStep: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a reply before that to EHLO', { EHLO: '250 mx.lab\r\n250-mx.lab\r\n250 STARTTLS\r\n', STAR: '220 go\r\n' }],
  ['a late reply where that to STARTTLS belongs', { EHLO: '250-mx.lab\r\n250 STARTTLS\r\n', STAR: '250 mx.lab\r\n' }],
];
for (const [what, replies] of outOfStep) {
  test(`${what} leaves STARTTLS unknown, neither missing nor refused`, async (t) => {
    const dialogue = await dialogueWith(t, server('220 mx.lab\r\n', replies));
    const opening = await openSession(dialogue, 'audit.example');
    assert.ok(opening.ok);
    const invited = await askForTls(dialogue, opening.ehlo);
    assert.ok(invited.outcome === 'unknown' && invited.failure.reason === 'malformed', invited.outcome);
  });
}

const hostile: readonly (readonly [string, (socket: Socket) => void, string])[] = [
  ['another protocol', (socket) => void socket.write('SSH-2.0-OpenSSH\r\n'), 'malformed'],
  ['an endless line', (socket) => void socket.write('220 '.padEnd(70_000, 'x')), 'too-large'],
  ['endless lines', (socket) => void socket.write('220-x\r\n'.repeat(9_000)), 'too-large'],
  ['the end', (socket) => void socket.end(), 'closed'],
];
for (const [what, serve, reason] of hostile) {
  test(`${what} in place of a greeting: ${reason}`, async (t) => {
    const opening = await openSession(await dialogueWith(t, serve), 'audit.example');
    assert.equal(opening.ok ? '' : opening.failure.reason, reason);
  });
}

test('silence ends with the time limit of a reply', async (t) => {
  const heard = await (await dialogueWith(t, () => {})).hear(30);
  assert.equal(heard.ok ? '' : heard.failure.reason, 'timeout');
});

test("EHLO has the operator's name, else that of the machine or its address", () => {
  assert.equal(ehloName('audit.example', { localAddress: '192.0.2.1' }), 'audit.example');
  assert.match(ehloName(null, { localAddress: '192.0.2.1' }), /^(?:\[192\.0\.2\.1\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i);
});

test('a reply received before its command does not count', async (t) => {
  const dialogue = await dialogueWith(t, (socket) => void socket.write('220 mx.lab\r\n250 STARTTLS\r\n'));
  const opening = await openSession(dialogue, 'audit.example');
  assert.ok(opening.ok && !opening.ehlo.ok && opening.ehlo.failure.reason === 'malformed');
});
