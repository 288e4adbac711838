import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError, protocolErrorText } from './protocol-error.ts';

test('what evidence keeps of an error has no words, and gets the words of the error back', () => {
  for (const error of [
    new ProtocolError('name-cut-off', 12),
    new ProtocolError('too-few-bytes', 0, 4, 2),
    new ProtocolError('element-missing', 7, 'tbsCertificate'),
  ]) {
    assert.match(error.kept, /^[a-z0-9-]+@\d+(?:\([^ ]*\))?$/);
    assert.equal(protocolErrorText(error.kept), error.message);
  }
});

test('separators within a stored value are replaced, so that it stays one value', () => {
  assert.equal(protocolErrorText(new ProtocolError('element-missing', 1, 'a|b)').kept), 'a b  is missing at offset 1');
});

test('texts of earlier versions and unknown codes are returned unchanged', () => {
  for (const kept of ['Name is cut off at offset 12', 'toString@3', 'no-such-code@3', ''])
    assert.equal(protocolErrorText(kept), kept);
});
