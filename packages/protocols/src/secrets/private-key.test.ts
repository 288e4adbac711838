import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { privateKeyIn } from './private-key.ts';
import { dsa, ec, ed, openSsh, pem, putty, rsa } from './testing/keys.ts';

const script = (text: string): string => text.replaceAll('\n', '\\n');
const joined = (text: string): string => text.trim().split('\n').join('\\n" +\n    "');

const whole: readonly (readonly [what: string, text: string, isOpen: boolean])[] = [
  ['PKCS #1', pem(rsa, 'pkcs1'), true],
  ['PKCS #8 of RSA', pem(rsa, 'pkcs8'), true],
  ['PKCS #8 of a curve', pem(ec, 'pkcs8'), true],
  ['PKCS #8 of Ed25519', pem(ed, 'pkcs8'), true],
  ['PKCS #8 of DSA', pem(dsa, 'pkcs8'), true],
  ['RFC 5915', pem(ec, 'sec1'), true],
  ['PKCS #8 with a passphrase', pem(rsa, 'pkcs8', true), false],
  ['PKCS #1 with a passphrase', pem(rsa, 'pkcs1', true), false],
  ['OpenSSH', openSsh('none'), true],
  ['OpenSSH with a passphrase', openSsh('aes256-ctr'), false],
  ['PuTTY', putty('none', 1), true],
  ['PuTTY with a passphrase', putty('aes256-cbc', 1), false],
  ['Windows line ends', pem(ec, 'sec1').replaceAll('\n', '\r\n'), true],
  ['one line', pem(ec, 'sec1').replaceAll('\n', ''), true],
  ['a string of a script', script(pem(rsa, 'pkcs8')), true],
  ['strings that are joined', joined(pem(rsa, 'pkcs8')), true],
];

for (const [what, text, isOpen] of whole)
  test(`a key as ${what} is ${isOpen ? 'open' : 'locked'}, and cut it is none`, () => {
    assert.equal(privateKeyIn(text)?.isOpen, isOpen);
    assert.equal(privateKeyIn(`${text}\nmore`)?.isOpen, isOpen);
    const half = text.slice(0, Math.floor(text.length * 0.7));
    assert.equal(privateKeyIn(half), null);
  });

test('a key beyond what was read is known by its beginning', () => {
  for (const [what, text, isOpen] of whole.slice(0, 10).filter(([one]) => !one.includes('Ed25519')))
    assert.equal(privateKeyIn(text.trim().slice(0, -40), true)?.isOpen, isOpen, what);
});

const [begin, ...lines] = pem(rsa, 'pkcs1').trim().split('\n');
const [end] = lines.splice(-1);
const body = lines.join('\n');

const none: readonly (readonly [what: string, text: string])[] = [
  ['a line left out', `${begin}\n${lines.slice(1).join('\n')}\n${end}`],
  ['the end left out', `${begin}\n${lines.slice(0, 4).join('\n')}\n${end}`],
  ['points', `${begin}\n${lines[0]}\n...\n${end}`],
  ['points at the end of a line', `${begin}\nMIIEpAIBAAKCAQEA...\n${end}`],
  ['points in the middle', `${begin}\n${body.slice(0, 300)}...${body.slice(-300)}\n${end}`],
  ['words', '-----BEGIN PRIVATE KEY-----\nYOURPRIVATEKEYGOESHERE\n-----END PRIVATE KEY-----'],
  ['a made-up body', `${begin}\nMIIEpAIBAAKCAQEA${'w3Zk7QpLm2Xv'.repeat(130)}\n${end}`],
  ['letters', `${begin}\n${'abcdefghijklmnop'.repeat(40)}\n${end}`],
  ['one letter', `${begin}\n${'x'.repeat(64)}\n${end}`],
  ['another end', `${begin}\n${body}\n-----END PUBLIC KEY-----`],
  ['nothing', `${begin}\n${end}`],
  ['the beginning alone', `${begin}\n`],
  ['a PuTTY key without its private part', putty('none', 1).replace(/Private-Lines[^]*/, '')],
  ['a PuTTY key without some lines', putty('none', 4)],
  ['a PuTTY key of words', putty('none', 1, 'privatelinesgohere')],
  ['OpenSSH without its end', openSsh('none').replace(/\n[^\n]+(?=\n-----END)/, '')],
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`],
];
for (const [what, text] of none) test(`${what} is no key`, () => assert.equal(privateKeyIn(text), null));

test('every text is read', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), fc.base64String(), (text, isCut, base64) => {
      privateKeyIn(text, isCut);
      privateKeyIn(`-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`, isCut);
      privateKeyIn(`-----BEGIN PRIVATE KEY-----\n${base64}`, isCut);
    }),
  );
});
