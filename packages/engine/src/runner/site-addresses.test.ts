import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeName } from '@perimeter/protocols/dns/types';
import { reply, rr, startScriptedServer } from '../net/resolver/scripted-server.ts';
import { siteAddresses } from './site-addresses.ts';

const zone: Readonly<Record<string, string>> = {
  'site.test A': '203.0.113.7',
  'site.test AAAA': '2001:DB8:0::7',
  'www.site.test A': '203.0.113.7',
  'www.site.test AAAA': '2001:db8::8',
  'edge.test A': '198.51.100.9',
};

test('the addresses of a site are those of its domain and www host, each once, without CDNs', async (t) => {
  const server = await startScriptedServer((query) => {
    const [{ name, type } = { name: '', type: 1 }] = query.questions;
    const plain = name.replace(/\.$/, '');
    if (plain === 'silent.test') return [];
    const data = zone[`${plain} ${typeName(type)}`];
    return [reply(query, { answers: data === undefined ? [] : [rr(name, typeName(type), data)] })];
  });
  t.after(server.close);
  const edges = { name: 'test', date: '2026-01-01', networks: [{ name: 'Edge', prefixes: ['198.51.100.0/24'] }] };
  const of = async (domain: string, timeoutMs = 5_000): Promise<string[]> =>
    siteAddresses(domain, { resolvers: [server], edges }, timeoutMs);
  assert.deepEqual(await of('site.test'), ['203.0.113.7', '2001:db8::7', '2001:db8::8']);
  assert.deepEqual(await of('edge.test'), []);
  assert.deepEqual(await of('silent.test', 50), []);
});
