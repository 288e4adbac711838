import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disclosedVersions, parseProducts } from './product.ts';

test('products and nested comments are distinguished', () => {
  const { value, problems } = parseProducts('Apache/2.4.6 (CentOS (7)) OpenSSL/1.0.2k-fips mod_x');
  assert.deepEqual(value, {
    products: [
      { name: 'Apache', version: '2.4.6' },
      { name: 'OpenSSL', version: '1.0.2k-fips' },
      { name: 'mod_x', version: null },
    ],
    comments: ['CentOS (7)'],
  });
  assert.deepEqual(problems, []);
});

test('an open comment runs to the end', () => {
  assert.deepEqual(parseProducts('a (b (c').value, { products: [{ name: 'a', version: null }], comments: ['b (c'] });
});

const cases: [value: string, versions: string[]][] = [
  ['nginx', []],
  ['nginx/1.18.0', ['nginx/1.18.0']],
  ['Apache/2', ['Apache/2']],
  ['Apache/2.2.15 (CentOS) PHP/5.3.3', ['Apache/2.2.15', 'PHP/5.3.3']],
  ['Apache (Debian)', []],
  ['Jetty(9.4.31.v20200723)', ['9.4.31.v20200723']],
  ['lighttpd 1.4.55', ['1.4.55']],
  ['Zope/(2.13.22, python 2.7.9)', ['2.13.22']],
  ['Microsoft-IIS/10.0', ['Microsoft-IIS/10.0']],
  ['ECS (dcb/7F83)', []],
  ['cloudflare', []],
  ['Google Frontend', []],
  ['AmazonS3', []],
  ['Apache/', []],
  ['Oracle-Application-Server-11g', ['11g']],
  ['Oracle-Application-Server-10g/10.1.2.0.2', ['Oracle-Application-Server-10g/10.1.2.0.2']],
  ['WebLogic Server 12c', ['12c']],
  ['web-03', []],
  ['HTTP/2 proxy', []],
  ['HTTP/1.1', []],
  ['nginx/1.18.0 (HTTP/3)', ['nginx/1.18.0']],
  ['proxy HTTP/1.1 2.4.5', ['2.4.5']],
  ['mod_ssl/2.8', ['mod_ssl/2.8']],
  ['HTTP/1.18.0', ['HTTP/1.18.0']],
];

for (const [value, versions] of cases) {
  test(`${value} discloses ${versions.length === 0 ? 'no version' : versions.join(' and ')}`, () => {
    assert.deepEqual(disclosedVersions(value), versions);
  });
}
