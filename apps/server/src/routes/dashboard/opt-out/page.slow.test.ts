import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { meteredService, nobody } from '../../../testing/metered-service.ts';

const published = new Map<string, { token: string; how: 'dns' | 'file' }>();
const addresses: Readonly<Record<string, readonly string[]>> = {
  'hosted.net': ['203.0.113.9', '2001:db8:1::9'],
  'half.net': ['203.0.113.9', '198.51.100.9'],
};
const { http, post, db, start, ended } = await meteredService(
  {
    ...deterministicEngine(1),
    siteAddresses: async (domain) => [...(addresses[domain] ?? [])],
    findProof: async ({ name }, token) => {
      const found = published.get(name);
      return found?.token === token ? found.how : null;
    },
  },
  { PERIMETER_OPERATOR_CONTACT: 'mailto:abuse@operator.net', PERIMETER_SOURCE_ADDRESSES: '203.0.113.1' },
);

async function send(target: string, act = 'show') {
  const payload = new URLSearchParams({ target, act }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode, body } = await http.inject({ method: 'POST', url: '/opt-out', headers, payload });
  return { statusCode, body, token: /perimeter-opt-out=[\w-]{32}/.exec(body)?.[0] ?? '' };
}

const codeOf = async (domain: string): Promise<string> => {
  const answer = await post(nobody, { domain });
  return answer.statusCode === 202 ? 'started' : problem.parse(answer.json()).code;
};

test('an owner publishes what the page shows, and the domain is refused at once', async () => {
  const page = await http.inject({ method: 'GET', url: '/opt-out' });
  for (const said of ['abuse@operator.net', '203.0.113.1', '; ref 0123456789ab)', 'User-agent: PerimeterAudit'])
    assert.ok(page.body.includes(said), said);
  const asked = await send('Owner.NET');
  assert.equal(asked.statusCode, 200);
  assert.ok(asked.body.includes('_perimeter-opt-out.owner.net') && asked.token !== '');
  assert.equal((await send('owner.net')).token, asked.token, 'the same for everybody');
  assert.notEqual((await send('other.net')).token, asked.token);
  assert.match((await send('owner.net', 'check')).body, /Not found yet/);
  assert.equal(await codeOf('owner.net'), 'started');
  published.set('owner.net', { token: asked.token, how: 'file' });
  assert.match((await send('owner.net', 'check')).body, /owner\.net is opted out/);
  assert.equal(await codeOf('www.owner.net'), 'domain_opted_out');
});

test('networks can be opted out too, and a domain is refused if all its addresses are', async () => {
  for (const network of ['203.0.113.77/24', '2001:db8:1::/48']) {
    const { token, body } = await send(network);
    assert.ok(!body.includes('.well-known/perimeter-opt-out'), 'no file proves an address');
    const [, name] = /name="target" value="([^"]+)"/.exec(body) ?? assert.fail(body);
    published.set(name ?? '', { token, how: 'dns' });
    assert.match((await send(network, 'check')).body, /is opted out/);
  }
  const listed = await db.selectFrom('opt_outs').select(['domain', 'reason']).orderBy('domain').execute();
  assert.deepEqual(listed, [
    { domain: '2001:db8:1::/48', reason: 'Proved by a DNS record' },
    { domain: '203.0.113.0/24', reason: 'Proved by a DNS record' },
    { domain: 'owner.net', reason: 'Proved by a file' },
  ]);
  assert.equal(await codeOf('hosted.net'), 'domain_opted_out');
  const half = await start(nobody, { domain: 'half.net' });
  assert.equal((await ended(nobody, half)).status, 'completed');
});

test('invalid targets and networks of whole countries are refused with an explanation', async () => {
  for (const [target, said] of [
    ['com', /whole name/],
    ['203.0.113.0/8', /wider than/],
    ['2001::/16', /wider than/],
    ['203.0.113.0/40', /Expected a network/],
    ['<script>', /role="alert"/],
    ['', /role="alert"/],
  ] as const) {
    const { statusCode, body } = await send(target, 'check');
    assert.equal(statusCode, 422, target);
    assert.match(body, said);
    assert.ok(!body.includes('<script>'));
  }
});
