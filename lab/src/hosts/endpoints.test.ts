import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileNameServer, nameServers } from './addresses.ts';
import { addressesOf, endpoint, endpoints, namesOf, zoneOf } from './endpoints.ts';
import { fakes } from '../fakes/fakes.data.ts';
import { hostilities } from '../hostile/all.ts';
import { sites } from '../servers/sites.data.ts';

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

test('no two endpoints have the same name', () => {
  assert.deepEqual(repeated(endpoints.flatMap(namesOf)), []);
});

test('no two endpoints or name servers have the same address', () => {
  assert.deepEqual(repeated([...endpoints.flatMap(addressesOf), ...Object.values(nameServers), hostileNameServer]), []);
});

test('every address is in a range that audits of the lab are allowed to reach', () => {
  for (const { host, address } of endpoints) {
    const [, lastOctet = ''] = /^(?:203\.0\.113|192\.0\.2|198\.18\.0)\.(\d+)$/.exec(address) ?? [];
    assert.ok(Number(lastOctet) > 0 && Number(lastOctet) < 255, host);
  }
});

test('no endpoint has the address reserved for no answer', () => {
  assert.equal(
    endpoints.find(({ address }) => address === '203.0.113.99'),
    undefined,
  );
});

test('every name is below lab and belongs to a zone of two labels', () => {
  for (const name of endpoints.flatMap(namesOf)) assert.match(zoneOf(name), /^[a-z0-9-]+\.lab$/, name);
});

test('every TLS port has a certificate, and suites are listed only for accepted versions', () => {
  for (const { host, ports, certificates = [], tls } of endpoints) {
    if (ports.includes(443)) assert.ok(certificates.length > 0, host);
    for (const version of Object.keys(tls?.suites ?? {})) {
      assert.ok(
        tls?.versions.some((spoken) => spoken === version),
        `${host} ${version}`,
      );
    }
  }
});

test('suites are written as four hexadecimal digits, six for SSL 2.0', () => {
  for (const { host, tls } of endpoints) {
    for (const [version, suites] of Object.entries(tls?.suites ?? {})) {
      const pattern = version === 'SSLv2' ? /^[0-9a-f]{6}$/ : /^[0-9a-f]{4}$/;
      for (const suite of suites.split(' ')) assert.match(suite, pattern, `${host} ${version}`);
      assert.deepEqual(repeated(suites.split(' ')), [], `${host} ${version}`);
    }
  }
});

test('every fake, site and hostile behaviour belongs to an endpoint', () => {
  for (const host of [...Object.keys(fakes), ...Object.keys(sites(new Date()))]) assert.ok(endpoint(host), host);
  for (const name of Object.keys(hostilities)) assert.ok(endpoint(`hostile-${name}.lab`), name);
});

test('endpoint() throws for an unknown name', () => {
  assert.throws(() => endpoint('nowhere.lab'), /not in the table/);
});
