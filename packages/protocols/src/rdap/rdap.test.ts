import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRdapBootstrap } from './bootstrap.ts';
import { parseRdapDomain } from './domain.ts';

test('a bootstrap file gives the service of each top-level domain, over HTTPS alone', () => {
  const text = JSON.stringify({
    publication: '2026-06-26T18:00:02Z',
    services: [
      [
        ['COM', 'net'],
        ['http://rdap.example/v1/', 'https://rdap.example/v1'],
      ],
      [['kg'], ['http://rdap.cctld.example/']],
      [['x'], ['https://user@host.example/']],
      ['not', 'lists'],
      7,
    ],
  });
  assert.deepEqual(parseRdapBootstrap(text), {
    published: '2026-06-26',
    services: new Map([
      ['com', 'https://rdap.example/v1/'],
      ['net', 'https://rdap.example/v1/'],
    ]),
  });
});

for (const text of ['', '{', '[]', 'null', '{"services":{}}', '{"services":[]}'])
  test(`"${text}" is no bootstrap file`, () => assert.equal(parseRdapBootstrap(text), null));

test('an answer of a registry is read', () => {
  const text = JSON.stringify({
    objectClassName: 'domain',
    ldhName: 'Example.COM.',
    status: ['Client Transfer Prohibited', 7],
    secureDNS: { delegationSigned: true },
    entities: [
      null,
      { roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Abuse']]] },
      {
        roles: ['registrar'],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', 'Names Ltd'],
          ],
        ],
      },
    ],
    events: [
      null,
      { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
      { eventAction: 'expiration', eventDate: '2027-01-01T00:00:00Z' },
    ],
  });
  assert.deepEqual(parseRdapDomain(text), {
    name: 'example.com',
    statuses: ['client transfer prohibited'],
    expiresMs: Date.UTC(2027, 0, 1),
    createdMs: Date.UTC(2001, 0, 1),
    registrar: 'Names Ltd',
    isSigned: true,
  });
});

test('what a registry leaves out is unknown', () => {
  assert.deepEqual(parseRdapDomain('{"objectClassName":"domain","events":[{"eventAction":"expiration"}]}'), {
    name: null,
    statuses: [],
    expiresMs: null,
    createdMs: null,
    registrar: null,
    isSigned: null,
  });
});

for (const text of ['', '<html>', 'null', '7', '[]', '{}', '{"objectClassName":"entity"}'])
  test(`"${text}" is no answer about a domain`, () => assert.equal(parseRdapDomain(text), null));

/** Dates as registries write them, and what is none. */
const dates: readonly (readonly [text: string, expiresMs: number | null])[] = [
  ['2027-01-02T03:04:05Z', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02T03:04:05.678Z', Date.UTC(2027, 0, 2, 3, 4, 5, 678)],
  ['2027-01-02t03:04:05z', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02T03:04:05+02:00', Date.UTC(2027, 0, 2, 1, 4, 5)],
  ['2027-01-02T03:04:05-0330', Date.UTC(2027, 0, 2, 6, 34, 5)],
  ['2027-01-02T03:04:05', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02 03:04:05', Date.UTC(2027, 0, 2, 3, 4, 5)],
  ['2027-01-02', Date.UTC(2027, 0, 2)],
  ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ['01/02/2027', null],
  ['02.01.2027', null],
  ['1 Feb 2027', null],
  ['2027', null],
  ['1798761600', null],
  ['unknown 1', null],
  ['never', null],
  ['0001-01-01T00:00:00Z', null],
  ['1970-01-01T00:00:00Z', null],
  ['2027-13-01T00:00:00Z', null],
  ['', null],
];
for (const [eventDate, expiresMs] of dates)
  test(`the end "${eventDate}" is ${expiresMs === null ? 'none' : new Date(expiresMs).toISOString()}`, () => {
    const text = JSON.stringify({ objectClassName: 'domain', events: [{ eventAction: 'Expiration', eventDate }] });
    assert.equal(parseRdapDomain(text)?.expiresMs, expiresMs);
  });

test('of several ends the first with a date counts, and none before the registration', () => {
  const expiresMs = (...events: readonly (readonly [eventAction: string, eventDate: string])[]) =>
    parseRdapDomain(
      JSON.stringify({
        objectClassName: 'domain',
        events: events.map(([eventAction, eventDate]) => ({ eventAction, eventDate })),
      }),
    )?.expiresMs;
  const end = ['expiration', '2027-01-01'] as const;
  assert.equal(expiresMs(['expiration', 'soon'], end, ['expiration', '2028-01-01']), Date.UTC(2027, 0, 1));
  assert.equal(expiresMs(['registrar expiration', '2020-01-01'], end), Date.UTC(2027, 0, 1));
  assert.equal(expiresMs(['registration', '2027-06-01'], end), null);
});

for (const [written, status] of [
  ['client transfer prohibited', 'client transfer prohibited'],
  ['clientTransferProhibited', 'client transfer prohibited'],
  ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited', 'client transfer prohibited'],
  ['clientTransferProhibited (https://icann.org/epp)', 'client transfer prohibited'],
  ['server_transfer_prohibited', 'server transfer prohibited'],
  ['redemptionPeriod', 'redemption period'],
  ['OK', 'ok'],
] as const)
  test(`the status "${written}" is "${status}"`, () => {
    const read = parseRdapDomain(JSON.stringify({ objectClassName: 'domain', status: [written] }));
    assert.deepEqual(read?.statuses, [status]);
  });

for (const [names, name] of [
  [{ ldhName: 'XN--BCHER-KVA.example' }, 'xn--bcher-kva.example'],
  [{ unicodeName: 'B\u00fccher.example.' }, 'xn--bcher-kva.example'],
  [{ ldhName: 'b\u00fccher.example' }, 'xn--bcher-kva.example'],
  [{ ldhName: 'a.example', unicodeName: 'b.example' }, 'a.example'],
  [{ ldhName: 'x'.repeat(100_000) }, 'x'.repeat(1_000)],
] as const)
  test(`${JSON.stringify(names).slice(0, 80)} is a record of ${name.slice(0, 40)}`, () =>
    assert.equal(parseRdapDomain(JSON.stringify({ objectClassName: 'domain', ...names }))?.name, name));

/** A member of a domain's record that is not what it should be. */
const members: readonly (readonly [what: string, member: string])[] = [
  ['statuses that are no list', '"status":{"0":"active","length":1}'],
  ['a hundred thousand statuses', `"status":[${Array.from({ length: 100_000 }, () => '"active"').join(',')}]`],
  ['a status of a megabyte', `"status":["${'a'.repeat(1_000_000)}"]`],
  ['events that are no list', '"events":"expiration"'],
  ['an event that is a list', '"events":[["expiration","2027-01-01"]]'],
  ['a date that is a number', '"events":[{"eventAction":"expiration","eventDate":1e308}]'],
  ['a date of no calendar', '"events":[{"eventAction":"expiration","eventDate":"9999-99-99T99:99:99Z"}]'],
  ['entities in entities, deep', `"entities":${'[{"entities":'.repeat(5_000)}[]${'}]'.repeat(5_000)}`],
  ['lists in lists, deep', `"entities":${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a card that is a text', '"entities":[{"roles":["registrar"],"vcardArray":"vcard"}]'],
  [
    'a card with a card as name',
    '"entities":[{"roles":["registrar"],"vcardArray":["vcard",[["fn",{},"text",["fn"]]]]}]',
  ],
  ['a prototype', '"__proto__":{"status":["active"]},"constructor":{"name":"x"}'],
  ['members twice', '"status":["a"],"status":["b"]'],
  ['secure DNS that is a list', '"secureDNS":[true]'],
  ['secure DNS in words', '"secureDNS":{"delegationSigned":"true"}'],
];
for (const [what, member] of members)
  test(`a registry may send ${what}`, () => {
    const read = parseRdapDomain(`{"objectClassName":"domain","ldhName":"x.example",${member}}`);
    assert.ok(read === null || (read.statuses.length <= 40 && read.statuses.every((one) => one.length <= 100)));
    assert.ok(read === null || (read.expiresMs === null && read.registrar === null && read.isSigned === null));
  });
