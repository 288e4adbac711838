import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptYaml } from './accept-yaml.ts';

const nowMs = Date.parse('2027-01-10T12:00:00Z');
const whole = {
  id: 'wvr_1',
  domain: 'bad.lab',
  fingerprint: null,
  checkId: 'cert-expired',
  host: null,
  severity: null,
  reason: 'Known',
  owner: null,
  expires: '2027-03-31',
  createdAt: 0,
};
const about = { domain: 'bad.lab', owner: 'jane@bad.lab', nowMs };
const linesOf = (...waivers: readonly (typeof whole)[]): string[] => acceptYaml(waivers, about).split('\n').slice(1);

test('unknown members are left out, and the account is the owner of waivers that name none', () => {
  assert.deepEqual(linesOf(whole), [
    'accept:',
    '  - check: "cert-expired"',
    '    reason: "Known"',
    '    owner: "jane@bad.lab"',
    '    expires: 2027-03-31',
    '',
  ]);
  assert.deepEqual(linesOf(), ['accept: []', '']);
});

test('every text stays within its quotes, and an end date beyond the limit is moved to the last allowed day', () => {
  const [, , reason, , expires] = linesOf({
    ...whole,
    reason: 'a"\n  - check: x # \\ \u007f\u0085\u2028\ufeff',
    expires: '2028-01-11',
  });
  assert.equal(reason, String.raw`    reason: "a\"\n  - check: x # \\ \u007f\u0085\u2028\ufeff"`);
  assert.equal(expires, '    expires: 2028-01-10');
});
