import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlike, type Look, lookHash } from './likeness.ts';

const words = Array.from({ length: 80 }, (_none, at) => `word${at}`).join(' ');
const look = (text: string, path: string, change: Partial<Look> = {}): Look => ({
  status: 200,
  type: 'text/html',
  sha256: text,
  simhash: lookHash(text, path),
  location: null,
  ...change,
});

test('a page that repeats the path is the same page', () => {
  const pageFor = (path: string): Look => look(`<h1>Not found</h1><p>${path}</p><p>${words}</p>`, path);
  assert.ok(isAlike(pageFor('/a1b2c3'), pageFor('/.env')));
  assert.ok(!isAlike(pageFor('/a1b2c3'), look('DB_PASSWORD=x and other words of a file', '/.env')));
});

test('status, type and target of a redirect tell pages apart', () => {
  const one = look(words, '/a');
  assert.ok(isAlike(one, { ...one, sha256: 'other' }));
  assert.ok(!isAlike(one, { ...one, status: 404 }));
  assert.ok(!isAlike(one, { ...one, sha256: 'other', type: 'text/plain' }));
  assert.ok(!isAlike(one, { ...one, location: '/login' }));
  assert.ok(isAlike({ ...one, location: '/login' }, look('x', '/b', { location: '/login' })));
});
