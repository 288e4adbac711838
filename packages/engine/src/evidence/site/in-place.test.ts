import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Wall } from '../http/wall.ts';
import { hidesDocument } from './in-place.ts';

const kinds: Readonly<Record<Wall['kind'], boolean>> = {
  login: false,
  challenge: true,
  blocked: true,
  'client-certificate': true,
  'rate-limited': true,
  unavailable: true,
  'no-content': true,
  'not-modified': true,
  'no-http': true,
};

test('every wall but a login hides the document of the site', () => {
  assert.equal(hidesDocument(null), false);
  for (const [kind, hides] of Object.entries(kinds)) {
    assert.equal(hidesDocument({ kind: kind as Wall['kind'], sign: null }), hides, kind);
  }
});
