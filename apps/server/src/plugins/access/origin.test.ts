import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originEvidence } from './origin.ts';

const publicOrigin = 'https://perimeter.example';
const host = 'perimeter.example';

// Origin, Sec-Fetch-Site, and the expected evidence.
const matrix = [
  [undefined, undefined, 'none'],
  [undefined, 'same-origin', 'own'],
  [undefined, 'same-site', 'foreign'],
  [undefined, 'cross-site', 'foreign'],
  [undefined, 'none', 'foreign'],
  ['https://perimeter.example', undefined, 'own'],
  ['https://perimeter.example', 'same-origin', 'own'],
  ['https://perimeter.example', 'cross-site', 'foreign'],
  ['https://perimeter.example', 'same-site', 'foreign'],
  ['https://evil.example', undefined, 'foreign'],
  ['https://evil.example', 'same-origin', 'foreign'],
  ['https://evil.example', 'cross-site', 'foreign'],
  ['https://perimeter.example.evil.example', undefined, 'foreign'],
  ['https://evil.perimeter.example', 'same-site', 'foreign'],
  ['https://perimeter.example:8443', undefined, 'foreign'],
  ['null', undefined, 'foreign'],
  ['', undefined, 'foreign'],
  ['not a url', undefined, 'foreign'],
] as const;

for (const [origin, site, expected] of matrix) {
  test(`Origin ${origin} with Sec-Fetch-Site ${site} is ${expected}`, () => {
    const headers = {
      host,
      ...(origin === undefined ? {} : { origin }),
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    };
    assert.equal(originEvidence(headers, publicOrigin), expected);
    assert.equal(originEvidence(headers, null), expected, 'and likewise by Host');
  });
}

test('a public origin is compared including its scheme, a host without', () => {
  assert.equal(originEvidence({ host, origin: 'http://perimeter.example' }, publicOrigin), 'foreign');
  assert.equal(originEvidence({ host, origin: 'http://perimeter.example' }, null), 'own');
  assert.equal(originEvidence({ host: 'LOCALHOST:8080', origin: 'http://localhost:8080' }, null), 'own');
  assert.equal(originEvidence({ origin: 'http://localhost:8080' }, null), 'foreign');
});
