import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { type UpgradeProtocol, type Upgraded, upgrade } from './starttls.ts';
import { netFailed } from '../evidence/observed.ts';
import { startRaw } from '../tls/testing/servers.ts';

/** A server that greets, and answers line by line. */
async function talk(
  protocol: UpgradeProtocol,
  greeting: string,
  answers: Record<string, string>,
  inspect: (socket: Socket, heard: string[]) => void = () => {},
): Promise<{ upgraded: Upgraded; heard: string[] }> {
  const heard: string[] = [];
  const { port, close } = await startRaw((socket) => {
    socket.on('error', () => {});
    socket.write(greeting);
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1').trim();
      heard.push(line);
      socket.write(answers[line] ?? '500 What?\r\n');
    });
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const { signal } = new AbortController();
  const upgraded = await upgrade(socket, protocol, { smtpName: 'audit.example', signal });
  inspect(socket, heard);
  socket.destroy();
  close();
  return { upgraded, heard };
}

test('SMTP: multi-line greetings and answers are read, and only EHLO and STARTTLS are sent', async () => {
  const { upgraded, heard } = await talk('smtp', '220-hello\r\n220 there\r\n', {
    'EHLO audit.example': '250-mail.example\r\n250-PIPELINING\r\n250 STARTTLS\r\n',
    STARTTLS: '220 Go ahead\r\n',
  });
  assert.deepEqual(upgraded, { ok: true });
  assert.deepEqual(heard, ['EHLO audit.example', 'STARTTLS']);
});

test('IMAP, POP3 and FTP start TLS with their own commands', async () => {
  const imap = await talk('imap', '* OK ready\r\n', { 'a1 STARTTLS': '* CAPABILITY IMAP4rev1\r\na1 OK begin\r\n' });
  assert.deepEqual(imap, { upgraded: { ok: true }, heard: ['a1 STARTTLS'] });
  const pop3 = await talk('pop3', '+OK ready\r\n', { STLS: '+OK begin\r\n' });
  assert.deepEqual(pop3, { upgraded: { ok: true }, heard: ['STLS'] });
  const ftp = await talk('ftp', '220-Welcome\r\n to us\r\n220 ready\r\n', { 'AUTH TLS': '234 begin\r\n' });
  assert.deepEqual(ftp, { upgraded: { ok: true }, heard: ['AUTH TLS'] });
});

test('STARTTLS is not sent to a server that does not offer it, and a refusal is reported', async () => {
  const silent = await talk('smtp', '220 hi\r\n', { 'EHLO audit.example': '250 mail\r\n' });
  assert.deepEqual(silent.upgraded, { ok: false, failure: netFailed('tls', 'no-starttls-offered') });
  assert.deepEqual(silent.heard, ['EHLO audit.example']);
  const { upgraded } = await talk('smtp', '220 hi\r\n', { 'EHLO audit.example': '250-mail\r\n250 STARTTLS\r\n' });
  assert.deepEqual(upgraded, {
    ok: false,
    failure: netFailed('tls', 'answer-before-tls', 'STARTTLS', '"500 What?"'),
  });
});

const doors = [
  ['421 too busy', netFailed('rate-limited', 'mail-rate-limited', 421, 'too busy')],
  ['450 4.2.0 Greylisted', netFailed('rate-limited', 'mail-greylisted', 450, '4.2.0 Greylisted')],
  ['451 4.7.1 you are grey-listed', netFailed('rate-limited', 'mail-greylisted', 451, '4.7.1 you are grey-listed')],
  ['451 local error', netFailed('rate-limited', 'mail-rate-limited', 451, 'local error')],
  ['554 go away', netFailed('refused', 'mail-refused-us', 554, 'go away')],
  ['521 no mail here', netFailed('refused', 'mail-no-service', 521, 'no mail here')],
  ['500 what', netFailed('refused', 'mail-greeting-refused', 500, 'what')],
] as const;
for (const [greeting, failure] of doors) {
  test(`nothing is sent to a mail server that greets with ${greeting}`, async () => {
    assert.deepEqual(await talk('smtp', `${greeting}\r\n`, {}), { upgraded: { ok: false, failure }, heard: [] });
  });
}

test('unrequested data before TLS is rejected', async () => {
  const { upgraded } = await talk('pop3', '+OK ready\r\n', { STLS: '+OK begin\r\n+OK and more' });
  assert.equal(upgraded.ok ? '' : upgraded.failure.reason, 'malformed');
});

test('an endless banner is cut off', async () => {
  const { upgraded } = await talk('ftp', '220-x\r\n'.repeat(5_000), {});
  assert.equal(upgraded.ok ? '' : upgraded.failure.reason, 'too-large');
});
