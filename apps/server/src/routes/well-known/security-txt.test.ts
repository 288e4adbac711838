import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { serviceForTests } from '../../testing/service.ts';

test('security.txt and HSTS are there where the operator set them, with the headers that every page has', async () => {
  const told = await serviceForTests(deterministicEngine(1), {
    PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
    PERIMETER_HSTS_SECONDS: '31536000',
  });
  const answer = await told.http.inject('/.well-known/security.txt');
  assert.match(answer.body, /^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/);
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin');
  assert.match(String(answer.headers['permissions-policy']), /camera=\(\)/);
});

test('without settings nothing is said', async () => {
  const silent = await serviceForTests(deterministicEngine(1));
  const answer = await silent.http.inject('/.well-known/security.txt');
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.headers['strict-transport-security'], undefined);
});
