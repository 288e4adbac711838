import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGreeting } from './greetings.ts';
import { latin1Bytes } from '../bytes.ts';

const serviceOf = (text: string): string | null => readGreeting(latin1Bytes(text))?.service ?? null;

test('a greeting is known by its line, which ends with CRLF', () => {
  assert.equal(serviceOf('+OK ready\r\n'), 'pop3');
  assert.equal(serviceOf('* OK [CAPABILITY IMAP4rev1] ready.\r\n'), 'imap');
  assert.equal(serviceOf('* PREAUTH welcome\n'), 'imap');
  // Mail servers greet with it, too.
  assert.equal(serviceOf('220 mx.site.lab\r\n'), null);
  assert.equal(serviceOf('220 FTP of site.lab\r\n'), 'ftp');
  assert.equal(serviceOf('220 mx.site.lab ESMTP Postfix\r\n'), 'smtp');
  assert.equal(serviceOf('220 ftp.site.lab ESMTP Postfix\r\n'), 'smtp');
  assert.equal(serviceOf('220 smtp.site.lab FTP server\r\n'), 'ftp');
  assert.equal(serviceOf('220-Welcome\r\n220 ProFTPD 1.3.5 Server\r\n'), 'ftp');
  assert.equal(serviceOf('SSH-2.0-OpenSSH_9.9\r\n'), 'ssh');
});

test('half a line, and other words, are no greeting', () => {
  for (const text of ['+OK ready', '* OK', '220 mx', '+OKAY\r\n', '2200\r\n', 'hello\r\n', ''])
    assert.equal(serviceOf(text), null, text);
});
