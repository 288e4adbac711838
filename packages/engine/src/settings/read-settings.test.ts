import assert from 'node:assert/strict';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import { parseAddressPort } from '../net/address-port.ts';
import { readEngineSettings } from './read-settings.ts';

test('an empty environment gives the defaults', () => {
  const read = readEngineSettings({});
  assert.ok(read.ok);
  assert.deepEqual(read.settings.resolvers, []);
  assert.deepEqual(read.settings.allowNetworks, []);
  assert.equal(read.settings.trustAnchors, null);
  assert.equal(read.settings.nowMs, null);
  assert.equal(read.settings.dialMap.size, 0);
});

test('every setting is read', () => {
  const read = readEngineSettings({
    PERIMETER_RESOLVERS: '198.51.100.53:5353, [2001:db8::53]:53,192.0.2.1',
    PERIMETER_ALLOW_NETWORKS: '203.0.113.0/24,2001:db8:113::/48',
    PERIMETER_NOW: '2026-11-21T12:00:00Z',
    PERIMETER_DIAL_MAP: '{"203.0.113.101:443":"127.0.0.1:40101"}',
    PERIMETER_CONTACT_URL: 'https://audit.example/who',
    PERIMETER_RECURSION_NAME: 'Recursion.Example.',
    PERIMETER_SMTP_NAME: 'Audit.example',
    PERIMETER_SMTP_EGRESS: '[2001:db8::25]:25',
  });
  assert.ok(read.ok);
  assert.deepEqual(read.settings.resolvers, [
    { address: '198.51.100.53', port: 5353 },
    { address: '2001:db8::53', port: 53 },
    { address: '192.0.2.1', port: 53 },
  ]);
  assert.deepEqual(read.settings.allowNetworks, ['203.0.113.0/24', '2001:db8:113::/48']);
  assert.equal(read.settings.nowMs, Date.UTC(2026, 10, 21, 12));
  assert.equal(read.settings.dialMap.get('203.0.113.101:443'), '127.0.0.1:40101');
  assert.equal(read.settings.contactUrl, 'https://audit.example/who');
  assert.equal(read.settings.smtpName, 'audit.example');
  assert.deepEqual(read.settings.smtpEgress, { address: '2001:db8::25', port: 25 });
  assert.equal(read.settings.recursionName, 'recursion.example');
});

test('libraries are the shipped ones, or those of a file in the form of Retire.js', () => {
  const read = (path: string) => {
    const settings = readEngineSettings({ PERIMETER_LIBRARIES: path });
    return settings.ok ? settings.settings.libraries : settings.problems.join('\n');
  };
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-'));
  const path = join(folder, 'repository.json');
  const x = {
    extractors: { filecontent: ['Library X v(§§version§§)'] },
    vulnerabilities: [{ below: '2', severity: 'low' }],
  };
  writeFileSync(path, JSON.stringify({ x }));
  utimesSync(path, new Date('2026-11-01'), new Date('2026-11-01'));
  const own = read(path);
  assert.ok(typeof own === 'object');
  assert.deepEqual(
    [own.name, own.date, own.libraries.map(({ name }) => name)],
    ['repository.json', '2026-11-01', ['x']],
  );
  const shipped = read('');
  assert.ok(typeof shipped === 'object' && shipped.libraries.length > 60);
  for (const text of ['{}', 'x', '[]', '{"x":{"extractors":{}}}']) {
    writeFileSync(path, text);
    assert.match(String(read(path)), /^PERIMETER_LIBRARIES: the file is no repository of Retire\.js/);
  }
  assert.match(String(read(join(folder, 'none'))), /^PERIMETER_LIBRARIES: the file cannot be read/);
  assert.match(String(read(folder)), /^PERIMETER_LIBRARIES: the file cannot be read: it is a directory/);
});

test('services whose names can be claimed are the shipped ones, or those of a file in the form of can-i-take-over-xyz', () => {
  const read = (path: string) => {
    const settings = readEngineSettings({ PERIMETER_TAKEOVERS: path });
    return settings.ok ? settings.settings.takeovers : settings.problems.join('\n');
  };
  const path = join(mkdtempSync(join(tmpdir(), 'perimeter-')), 'fingerprints.json');
  assert.deepEqual(read(''), shippedTakeovers);
  const entry = { service: 'Pages', cname: ['pages.example'], fingerprint: 'No site here', status: 'Vulnerable' };
  writeFileSync(path, JSON.stringify([entry]));
  utimesSync(path, new Date('2027-01-02T12:00:00Z'), new Date('2027-01-02T12:00:00Z'));
  assert.deepEqual(read(path), {
    name: 'fingerprints.json',
    date: '2027-01-02',
    services: [{ service: 'Pages', suffixes: ['pages.example'], status: 'vulnerable', marks: ['No site here'] }],
  });
  writeFileSync(path, '[]');
  assert.match(String(read(path)), /^PERIMETER_TAKEOVERS: the file is no list of services/);
});

test('registries are the shipped ones, those of a file, or none', () => {
  const read = (env: Record<string, string>) => {
    const settings = readEngineSettings(env);
    return settings.ok ? settings.settings.registries : settings.problems;
  };
  const path = join(mkdtempSync(join(tmpdir(), 'perimeter-')), 'bootstrap');
  writeFileSync(path, JSON.stringify({ services: [[['lab'], ['https://rdap.lab']]] }));
  assert.deepEqual(read({ PERIMETER_SOURCES: 'none', PERIMETER_RDAP_BOOTSTRAP: path }), new Map());
  assert.deepEqual(read({ PERIMETER_RDAP_BOOTSTRAP: path }), new Map([['lab', 'https://rdap.lab/']]));
  const shipped = read({});
  assert.ok(shipped instanceof Map);
  assert.equal(shipped.get('org'), 'https://rdap.publicinterestregistry.org/rdap/');
  assert.ok([...shipped.values()].every((url) => /^https:\/\/\S+\/$/.test(String(url))));
  writeFileSync(path, '{}');
  assert.match(String(read({ PERIMETER_RDAP_BOOTSTRAP: path })), /^PERIMETER_RDAP_BOOTSTRAP: the file is no/);
  assert.match(String(read({ PERIMETER_RDAP_BOOTSTRAP: '/nonexistent' })), /^PERIMETER_RDAP_BOOTSTRAP/);
  assert.match(String(read({ PERIMETER_SOURCES: 'all' })), /^PERIMETER_SOURCES/);
});

test('all problems are reported at once, each with its variable', () => {
  const read = readEngineSettings({
    PERIMETER_RESOLVERS: 'dns.example',
    PERIMETER_ALLOW_NETWORKS: '203.0.113.0',
    PERIMETER_NOW: 'yesterday',
    PERIMETER_DIAL_MAP: '[]',
    PERIMETER_TRUST_ANCHORS: '/nonexistent/anchors',
    PERIMETER_CONTACT_URL: 'javascript:alert(1)',
    PERIMETER_RECURSION_NAME: 'not..a.name',
    PERIMETER_SMTP_NAME: 'https://x',
    PERIMETER_SMTP_EGRESS: 'maybe',
  });
  assert.ok(!read.ok);
  const named = read.problems.map((problem) => problem.split(/[: ]/)[0]).toSorted();
  assert.deepEqual(named, [
    'PERIMETER_ALLOW_NETWORKS',
    'PERIMETER_CONTACT_URL',
    'PERIMETER_DIAL_MAP',
    'PERIMETER_NOW',
    'PERIMETER_RECURSION_NAME',
    'PERIMETER_RESOLVERS',
    'PERIMETER_SMTP_EGRESS',
    'PERIMETER_SMTP_NAME',
    'PERIMETER_TRUST_ANCHORS',
  ]);
});

for (const bad of ['', 'host:53', '192.0.2.1:0', '192.0.2.1:65536', '[192.0.2.1', '0x7f.1:53', '192.0.2.1:53:53']) {
  test(`"${bad}" is not an address and port`, () => assert.equal(parseAddressPort(bad, 53), null));
}

for (const bad of ['203.0.113.0/33', '2001:db8::/129', '203.0.113.0/-1', '203.0.113.0/24/24', 'lab/24']) {
  test(`"${bad}" is not a range`, () => assert.ok(!readEngineSettings({ PERIMETER_ALLOW_NETWORKS: bad }).ok));
}

test('a file without trust anchors is refused, one with them is read', () => {
  const readFrom = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'perimeter-')), 'anchors');
    writeFileSync(path, text);
    return readEngineSettings({ PERIMETER_TRUST_ANCHORS: path });
  };
  const anchor = `. IN DS 20326 8 2 ${'E0'.repeat(32)}\n`;
  const good = readFrom(anchor);
  assert.ok(good.ok);
  assert.equal(good.settings.trustAnchors, anchor);
  for (const bad of ['', '. IN A 192.0.2.1\n', '. IN DS 20326 8 2 XYZ\n']) assert.ok(!readFrom(bad).ok, bad);
});
