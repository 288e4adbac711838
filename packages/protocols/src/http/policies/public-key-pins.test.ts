import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enforcesPins, parsePublicKeyPins } from './public-key-pins.ts';

const pin = 'd6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=';

test('pins, age and scope are read', () => {
  const { value, problems } = parsePublicKeyPins(
    `Pin-SHA256="${pin}"; max-age=5184000; includeSubDomains; report-uri="https://a.example/;"`,
  );
  assert.deepEqual(value, { pins: [pin], maxAgeSeconds: 5184000, includeSubDomains: true });
  assert.deepEqual(problems, []);
  assert.ok(enforcesPins(value));
});

test('nothing is enforced for no time, for an unreadable time, or without a good pin', () => {
  for (const line of [`pin-sha256="${pin}"; max-age=0`, `pin-sha256="${pin}"`, 'pin-sha256="AAAA"; max-age=60', '']) {
    assert.ok(!enforcesPins(parsePublicKeyPins(line).value), line);
  }
});
