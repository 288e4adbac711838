import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inventoryParts } from '../../audits/compared-report.ts';
import { inventoryBetween, inventoryMarks } from './inventory-between.ts';

const own = { domain: 'a.example', sameKind: true };

const record = (type: string, status: string, ...data: string[]) => ({
  name: 'a.example',
  type,
  status,
  records: data.map((text) => ({ type, data: text })),
});
const withDns = (...answers: object[]) => inventoryParts.parse({ dns: { answers } });
const withMail = (complete: boolean, ...terms: [number, string][]) =>
  inventoryParts.parse({ mail: { spf: { complete, tree: terms.map(([depth, term]) => ({ depth, term })) } } });
const withChain = (issuer: string, key: string) =>
  inventoryParts.parse({ certificates: { chains: [{ port: 443, serverName: 'a.example', path: [{ issuer, key }] }] } });
const host = { address: '192.0.2.1', acceptsEverything: false, portsLeft: 0, unknown: 0 };
const withPorts = (more: object, ...ports: number[]) =>
  inventoryParts.parse({
    network: { hosts: [{ ...host, ...more, ports: ports.map((port) => ({ port, service: null })) }] },
  });
const addresses = [record('A', 'answer', '192.0.2.1'), record('AAAA', 'nodata')];

const rows = [
  {
    what: 'another order of name servers is the same',
    from: withDns(record('NS', 'answer', 'ns1.example', 'ns2.example')),
    to: withDns(record('NS', 'answer', 'ns2.example', 'ns1.example')),
    told: [],
  },
  {
    what: 'a name server more',
    from: withDns(record('NS', 'answer', 'ns1.example')),
    to: withDns(record('NS', 'answer', 'ns2.example', 'ns1.example')),
    told: [['name-servers', ['ns1.example'], ['ns1.example', 'ns2.example']]],
  },
  {
    what: 'a DS record taken away, by an answer that says so',
    from: withDns(record('DS', 'answer', '1 13 2 AA')),
    to: withDns(record('DS', 'nodata')),
    told: [['ds', ['1 13 2 AA'], []]],
  },
  {
    what: 'mail servers that were not answered this time',
    from: withDns(record('MX', 'answer', '10 mx.example')),
    to: withDns(record('MX', 'servfail')),
    told: [],
  },
  {
    what: 'addresses of which one family was not answered',
    from: withDns(...addresses),
    to: withDns(record('A', 'answer', '192.0.2.2'), record('AAAA', 'timeout')),
    told: [],
  },
  {
    what: 'an address of another family',
    from: withDns(...addresses),
    to: withDns(record('A', 'answer', '192.0.2.1'), record('AAAA', 'answer', '2001:db8::1')),
    told: [['addresses', ['192.0.2.1'], ['192.0.2.1', '2001:db8::1']]],
  },
  {
    what: 'an include more, and one that changed inside of it',
    from: withMail(true, [1, 'include:one.example'], [2, 'include:inner.example']),
    to: withMail(true, [1, 'include:one.example'], [2, 'include:other.example'], [1, '~include:two.example']),
    told: [['spf-includes', ['include:one.example'], ['include:one.example', '~include:two.example']]],
  },
  {
    what: 'includes of a record that was not read to its end',
    from: withMail(true, [1, 'include:one.example']),
    to: withMail(false),
    told: [],
  },
  {
    what: 'another issuer with the same kind of key',
    from: withChain('CN=R1', 'rsa 2048'),
    to: withChain('CN=E1', 'rsa 2048'),
    told: [['issuers', ['CN=R1'], ['CN=E1']]],
  },
  { what: 'certificates of one audit alone', from: withChain('CN=R1', 'rsa 2048'), to: withDns(), told: [] },
  {
    what: 'a port that opened',
    from: withPorts({}, 22),
    to: withPorts({}, 22, 6379),
    told: [['ports', ['22'], ['22', '6379']]],
  },
  { what: 'ports that could not all be tested', from: withPorts({}, 22), to: withPorts({ unknown: 1 }), told: [] },
  {
    what: 'an address that accepts everything',
    from: withPorts({}, 22),
    to: withPorts({ acceptsEverything: true }, 1, 2),
    told: [],
  },
];

for (const { what, from, to, told } of rows)
  test(`inventory: ${what}`, () => {
    assert.deepEqual(
      inventoryBetween(from, to, own).map(({ kind, before, after }) => [kind, before, after]),
      told,
    );
    const back = inventoryBetween(to, from, own).map(({ kind, before, after }) => [kind, after, before]);
    assert.deepEqual(back, told);
  });

test('audits of different kinds test different ports, so that open ports are not compared', () => {
  assert.deepEqual(inventoryBetween(withPorts({}, 22), withPorts({}, 22, 6379), { ...own, sameKind: false }), []);
});

test('each audit is marked with its differences from the last one that measured the same', () => {
  const servers = (...names: string[]) => record('NS', 'answer', ...names);
  const mail = (status: string, ...data: string[]) => record('MX', status, ...data);
  const both = (...answers: object[]) => inventoryParts.parse({ ...withPorts({}, 22, 443), dns: { answers } });
  const audits = [
    { kind: 'standard', parts: withDns(servers('a.'), mail('answer', '10 m.')) },
    { kind: 'deep', parts: both(servers('b.'), mail('servfail')) },
    { kind: 'standard', parts: withPorts({}, 443) },
    { kind: 'standard', parts: withDns(servers('b.'), mail('answer', '10 n.')) },
    { kind: 'deep', parts: inventoryParts.parse({ ...withPorts({}, 22, 8443), dns: { answers: [servers('a.')] } }) },
    { kind: 'standard', parts: inventoryParts.parse({ dns: 'of another version' }) },
  ];
  const marks = inventoryMarks(
    audits.map((audit, at) => ({ ...audit, at })),
    'a.example',
  );
  assert.deepEqual(
    marks.map(({ at, kind, names }) => [at, kind, ...names]),
    [
      [1, 'name-servers', 'a.example'],
      [3, 'mx', 'a.example'],
      [4, 'name-servers', 'a.example'],
      [4, 'ports', '192.0.2.1'],
    ],
  );
});

test('a mark names some of the changes, and counts the others', () => {
  const answers = (n: number) =>
    ['e', 'd', 'c', 'b', 'a'].map((name) => ({ ...record('MX', 'answer', `10 mx${n}.`), name: `${name}.example` }));
  const audits = [1, 2].map((at) => ({ at, kind: 'deep', parts: withDns(...answers(at)) }));
  assert.deepEqual(inventoryMarks(audits, 'a.example'), [
    { at: 2, kind: 'mx', names: ['a.example', 'b.example', 'c.example'], more: 2 },
  ]);
});
