import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodedText } from './decoded-text.ts';

const text = 'Domäne;Besitzer\r\nmüller.example;Jörg – Büro\r\n';
const utf16 = (isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
/** The characters of the text in Windows-1252: as Latin-1, but for the dash. */
const windows1252 = Buffer.from(text.replace('–', '\u0096'), 'latin1');

for (const [name, bytes] of [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, little-endian', utf16(false)],
  ['UTF-16, big-endian', utf16(true)],
  ['Windows-1252', windows1252],
] as const)
  test(`a file in ${name} has its letters`, () => {
    assert.equal(decodedText(bytes), text);
  });

test('an empty file is an empty text', () => {
  assert.equal(decodedText(new Uint8Array()), '');
});
