import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noDns } from '../../evidence/dns/example.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { endpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { createGuard } from '../../net/guard/guard.ts';
import { testContext } from '../testing/context.ts';
import { endpointsProbe } from './probe.ts';

const answer = (name: string, type: 'A' | 'AAAA', data: string[], over: Partial<DnsAnswer> = {}): DnsAnswer => ({
  name,
  type,
  status: data.length > 0 ? 'answer' : 'nodata',
  authenticated: false,
  transport: 'udp',
  cnames: [],
  records: data.map((text) => ({ name, type, ttl: 60, data: text })),
  extendedErrors: [],
  ...over,
});

/** The endpoints of a target with these answers; the lab's ranges are allowed. */
async function endpointsOf(answers: DnsAnswer[], domain = 'good.lab') {
  const guard = createGuard({ allowNetworks: ['203.0.113.0/24', '2001:db8::/32'], ownAddresses: [] });
  const context = { ...testContext({ target: { domain } }), guard };
  const { evidence } = await endpointsProbe.run(context, { dns: { ...noDns, answers } });
  assert.deepEqual(endpointsEvidence.parse(evidence), evidence);
  return evidence.hosts;
}

test('the target and its www host are listed with their addresses of both families', async () => {
  const hosts = await endpointsOf([
    answer('good.lab', 'A', ['203.0.113.101']),
    answer('good.lab', 'AAAA', ['2001:db8:113::101']),
    answer('www.good.lab', 'A', ['203.0.113.101'], { cnames: ['good.lab'] }),
    answer('www.good.lab', 'AAAA', []),
  ]);
  assert.deepEqual(hosts, [
    {
      host: 'good.lab',
      roles: ['web'],
      status: 'exists',
      addresses: [
        { address: '203.0.113.101', family: 4, allowed: true },
        { address: '2001:db8:113::101', family: 6, allowed: true },
      ],
      notProbed: [],
    },
    {
      host: 'www.good.lab',
      roles: ['web'],
      status: 'exists',
      addresses: [{ address: '203.0.113.101', family: 4, allowed: true }],
      notProbed: [],
    },
  ]);
});

test('a www host has no www host', async () => {
  const hosts = await endpointsOf([answer('www.good.lab', 'A', ['203.0.113.101'])], 'www.good.lab');
  assert.deepEqual(
    hosts.map(({ host }) => host),
    ['www.good.lab'],
  );
});

test('forbidden addresses are listed, and do not count against the limit of allowed ones', async () => {
  const [host] = await endpointsOf([
    answer('good.lab', 'A', [
      '10.0.0.1',
      '127.0.0.1',
      '169.254.169.254',
      ...[1, 2, 3, 4, 5, 6].map((n) => `203.0.113.${n}`),
    ]),
  ]);
  const shown = host?.addresses ?? [];
  assert.deepEqual(
    shown.filter(({ allowed }) => !allowed).map(({ address }) => address),
    ['10.0.0.1', '127.0.0.1', '169.254.169.254'],
  );
  assert.ok(shown.every(({ allowed, blockedBy }) => allowed === (blockedBy === undefined)));
  assert.deepEqual(
    shown.filter(({ allowed }) => allowed).map(({ address }) => address),
    [1, 2, 3, 4].map((n) => `203.0.113.${n}`),
  );
  assert.deepEqual(host?.notProbed, ['203.0.113.5', '203.0.113.6']);
});

test('the limit applies to each family', async () => {
  const six = [1, 2, 3, 4, 5].map((n) => `2001:db8::${n}`);
  const [host] = await endpointsOf([answer('good.lab', 'A', ['203.0.113.1']), answer('good.lab', 'AAAA', six)]);
  assert.equal(host?.addresses.length, 5);
  assert.deepEqual(host?.notProbed, ['2001:db8::5']);
});

test('of thousands of forbidden addresses only some are listed', async () => {
  const many = Array.from({ length: 4000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
  const [host] = await endpointsOf([answer('good.lab', 'A', many)]);
  assert.equal(host?.addresses.length, 64);
  assert.equal(host?.notProbed.length, 4000 - 64);
});

test('invalid address RDATA is ignored', async () => {
  const [host] = await endpointsOf([answer('good.lab', 'A', ['\\# 2 0102', '203.0.113.1', '203.0.113.1'])]);
  assert.deepEqual(
    host?.addresses.map(({ address }) => address),
    ['203.0.113.1'],
  );
});

const none: [string, DnsAnswer['status'], DnsAnswer['status'], string][] = [
  ['neither A nor AAAA', 'nodata', 'nodata', 'no-address'],
  ['no such name', 'nxdomain', 'nxdomain', 'nxdomain'],
  ['one failure and no address', 'nodata', 'servfail', 'failed'],
  ['no answers', 'failed', 'failed', 'failed'],
];

for (const [what, a, aaaa, status] of none) {
  test(`${what} makes a host ${status}`, async () => {
    const [host] = await endpointsOf([
      answer('good.lab', 'A', [], { status: a }),
      answer('good.lab', 'AAAA', [], { status: aaaa }),
    ]);
    assert.equal(host?.status, status);
  });
}

test('an alias to a nonexistent name still exists', async () => {
  const gone = { status: 'nxdomain', cnames: ['gone.test'] } as const;
  const [host] = await endpointsOf([
    answer('good.lab', 'A', [], { ...gone, cnames: [...gone.cnames] }),
    answer('good.lab', 'AAAA', [], { ...gone, cnames: [...gone.cnames] }),
  ]);
  assert.equal(host?.status, 'no-address');
});

test('one address is enough even if the other family failed', async () => {
  const [host] = await endpointsOf([
    answer('good.lab', 'A', ['203.0.113.1']),
    answer('good.lab', 'AAAA', [], { status: 'servfail' }),
  ]);
  assert.equal(host?.status, 'exists');
});
