import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { typeName } from '@perimeter/protocols/dns/types';
import { reply, rr, startScriptedServer } from '../../net/resolver/scripted-server.ts';
import { findProof, proofPlaces } from './proof.ts';

const places: readonly [name: string, record: string][] = [
  ['203.0.113.0/24', '_perimeter-opt-out.113.0.203.in-addr.arpa'],
  ['203.0.113.7/32', '_perimeter-opt-out.7.113.0.203.in-addr.arpa'],
  ['203.0.113.64/27', '_perimeter-opt-out.113.0.203.in-addr.arpa'],
  ['198.51.0.0/15', '_perimeter-opt-out.198.in-addr.arpa'],
  ['2001:db8::/32', '_perimeter-opt-out.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['2001:db8:1::/46', '_perimeter-opt-out.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['2001:db8::7/128', '_perimeter-opt-out.7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
];

for (const [name, record] of places)
  test(`${name} is proved only in its reverse zone`, () => {
    assert.deepEqual(proofPlaces({ kind: 'network', name }), { record, file: null });
  });

test('control has its own record and file, so that no claim proves another', () => {
  assert.deepEqual(proofPlaces({ kind: 'domain', name: 'owner.test', purpose: 'control' }), {
    record: '_perimeter-control.owner.test',
    file: 'https://owner.test/.well-known/perimeter-control.txt',
  });
});

test('a claim is proved by a record or file with exactly the token, without redirects', async (t) => {
  let record = '';
  let file: { status: number; text: string } = { status: 404, text: '' };
  const dns = await startScriptedServer((query) => {
    const [{ name, type } = { name: '', type: 1 }] = query.questions;
    const asked = `${name.replace(/\.$/, '')} ${typeName(type)}`;
    const data = asked === 'owner.test A' ? '203.0.113.7' : asked === '_perimeter-opt-out.owner.test TXT' ? record : '';
    return [reply(query, { answers: data === '' ? [] : [rr(name, typeName(type), data)] })];
  });
  t.after(dns.close);
  const asked: string[] = [];
  const site = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.writeHead(file.status, { location: '/elsewhere' }).end(file.text);
  });
  t.after(() => site.close());
  const port = await takeFreePort(site);
  const settings = {
    resolvers: [dns],
    allowNetworks: ['203.0.113.0/24'],
    dialMap: new Map([
      ['203.0.113.7:80', `127.0.0.1:${port}`],
      ['*', '127.0.0.1:1'],
    ]),
    contactUrl: 'https://perimeter.test/',
  };
  const proof = async (): Promise<string | null> =>
    findProof({ kind: 'domain', name: 'owner.test' }, 'the-token', settings, 10_000);
  assert.equal(await proof(), null);
  assert.deepEqual(asked, ['owner.test /.well-known/perimeter-opt-out.txt']);
  record = '"another-token"';
  assert.equal(await proof(), null);
  record = '"the-" "token"';
  assert.equal(await proof(), 'dns');
  record = '';
  file = { status: 200, text: 'the-token\n' };
  assert.equal(await proof(), 'file');
  file = { status: 200, text: 'of-another\r\nthe-token\r\n' };
  assert.equal(await proof(), 'file', 'one value a line');
  const before = asked.length;
  const guarded = { ...settings, allowNetworks: [] };
  assert.equal(await findProof({ kind: 'domain', name: 'owner.test' }, 'the-token', guarded, 10_000), null);
  assert.equal(asked.length, before, 'a special-purpose address is not connected to');
  for (const wrong of [
    { status: 302, text: 'the-token' },
    { status: 404, text: 'the-token' },
    { status: 200, text: '<p>the-token</p>' },
    { status: 200, text: 'the-token the-token' },
  ]) {
    file = wrong;
    assert.equal(await proof(), null, JSON.stringify(wrong));
  }
});
