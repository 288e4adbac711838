import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@perimeter/protocols/durations';
import { createIssuerMemory } from './issuers.ts';

const proxied = (domain: string, issuer = 'CN=Proxy') => ({ domain, anchor: null, issuer }) as const;

test('one unknown issuer of three unrelated domains is suspicious, of two is not', () => {
  const memory = createIssuerMemory();
  for (const domain of ['a.test', 'b.test', 'b.test']) memory.note(proxied(domain));
  assert.deepEqual(memory.suspects('CN=Proxy'), []);
  memory.note(proxied('c.test'));
  assert.deepEqual(memory.suspects('CN=Proxy'), ['a.test', 'b.test', 'c.test']);
  assert.deepEqual(memory.suspects('CN=Other'), []);
});

test('a chain to a public root rules out interception for a day', () => {
  let now = 0;
  const memory = createIssuerMemory(() => now);
  for (const domain of ['a.test', 'b.test', 'c.test']) memory.note(proxied(domain));
  memory.note({ domain: 'd.test', anchor: 'public', issuer: null });
  assert.deepEqual(memory.suspects('CN=Proxy'), []);
  now = 25 * hourMs;
  assert.equal(memory.suspects('CN=Proxy').length, 3);
});

test('an issuer that the operator trusts is never suspicious alone, whatever it signs', () => {
  const memory = createIssuerMemory();
  for (const domain of ['a.test', 'b.test', 'c.test']) memory.note({ domain, anchor: 'extra', issuer: 'CN=Own' });
  assert.deepEqual(memory.suspects('CN=Own'), []);
});
