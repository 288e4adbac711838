import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from './refusal.ts';

const base = { type: 'about:blank', status: 404, code: 'no_audit_for_domain', requestId: 'r-1', retryable: false };
const errors = [
  { pointer: '/targetB', message: 'No completed audit of b.net' },
  { pointer: '', message: 'Use an object' },
];
const rows: [more: object, text: string][] = [
  [{}, 'Cannot compare: No audit [no_audit_for_domain, request r-1]'],
  [{ detail: 'Because', errors }, 'Cannot compare: No audit: Because [no_audit_for_domain, request r-1]'],
  [
    { errors },
    'Cannot compare: No audit: /targetB: No completed audit of b.net; Use an object [no_audit_for_domain, request r-1]',
  ],
];

for (const [more, text] of rows) {
  test(`a refusal says what the service says: ${text}`, () => {
    const body = Buffer.from(JSON.stringify({ ...base, title: 'No audit', ...more }));
    assert.equal(refusalOf('compare', { status: 404, headers: new Headers(), body }).message, text);
  });
}
