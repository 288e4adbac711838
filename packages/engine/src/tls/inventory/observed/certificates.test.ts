import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectAltNames } from './certificates.ts';

test('alternative names keep commas that stand in quotes', () => {
  assert.deepEqual(subjectAltNames('DNS:a.lab, IP Address:192.0.2.1, DNS:"x, DNS:y.lab"'), [
    'DNS:a.lab',
    'IP Address:192.0.2.1',
    'DNS:"x, DNS:y.lab"',
  ]);
  assert.deepEqual(subjectAltNames(undefined), []);
});
