import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { knownLogs } from './logs.data.ts';

test('the id of every log is the SHA-256 of its key', () => {
  for (const { name, id, key } of knownLogs) {
    const der = Buffer.from(key, 'base64');
    assert.equal(createHash('sha256').update(der).digest('base64'), id, name);
    assert.equal(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType, 'ec', name);
  }
});

test('no log is listed twice, and only retired logs have a date', () => {
  assert.equal(new Set(knownLogs.map(({ id }) => id)).size, knownLogs.length);
  for (const { name, state, retiredAt } of knownLogs) assert.equal(state === 'retired', retiredAt !== null, name);
});
