import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hdrSoftwareEol } from './end-of-life.ts';
import { html, redirected, refused, silent, type Row, testRows } from '../../derive/http/testing/evidence.ts';

const rows: Row[] = [
  [
    hdrSoftwareEol,
    'a maintained version',
    html(['Server: Apache/2.4.66']),
    'pass',
    /gets security fixes \(by the list of/,
  ],
  [hdrSoftwareEol, 'no version', html(['Server: nginx', 'X-Powered-By: PHP']), 'not-applicable', /No header names/],
  [hdrSoftwareEol, 'a product of which no end is known', html(['Server: Caddy/1.0']), 'not-applicable', /No header/],
  [hdrSoftwareEol, 'a header of another meaning', html(['X-Note: PHP/5.3.3']), 'not-applicable', /No header/],
  [
    hdrSoftwareEol,
    'a version past its end, of a distribution',
    html(['Server: Apache/2.2.15 (CentOS)']),
    'fail',
    /2\.4 has had no security fixes from its makers since 2018-01-01; its distribution may have repaired it\./,
  ],
  [
    hdrSoftwareEol,
    'one past its end beside one that is maintained',
    html(['Server: nginx/1.28.0', 'X-Powered-By: PHP/5.3.3']),
    'fail',
    /PHP\/5\.3\.3: PHP below 8\.1 has had no security fixes from its makers since 2023-11-26\. The version/,
  ],
  [
    hdrSoftwareEol,
    'a version on the redirect alone',
    redirected(['Server: Microsoft-IIS/8.5'], ['Server: nginx']),
    'fail',
    /^HTTP\/1\.1 301 Moved Permanently\nServer: Microsoft-IIS\/8\.5/m,
  ],
  [hdrSoftwareEol, 'nothing listens', refused, 'not-applicable', /refused/],
  [hdrSoftwareEol, 'silence', silent, 'inconclusive', /timeout/],
];

testRows(rows);

test('what a distribution may have repaired is potential, the rest firm', () => {
  const confidence = (...lines: string[]) => {
    const { outcome, findings = [] } = Object(hdrSoftwareEol.evaluate(html(lines)));
    assert.equal(outcome, 'fail');
    return findings.map((draft: { confidence?: string }) => draft.confidence);
  };
  assert.deepEqual(confidence('X-Powered-By: PHP/5.6.40'), ['firm']);
  assert.deepEqual(confidence('X-Powered-By: PHP/7.4.33'), ['potential']);
  assert.deepEqual(confidence('Server: Apache/2.4.29 (Ubuntu) OpenSSL/1.1.0g'), ['potential']);
  assert.deepEqual(confidence('Server: Microsoft-IIS/7.5', 'X-Powered-By: PHP/7.4.33'), ['firm', 'potential']);
});
