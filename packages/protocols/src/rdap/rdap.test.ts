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
  });
});

test('what a registry leaves out is unknown', () => {
  assert.deepEqual(parseRdapDomain('{"objectClassName":"domain","events":[{"eventAction":"expiration"}]}'), {
    name: null,
    statuses: [],
    expiresMs: null,
  });
});

for (const text of ['', '<html>', 'null', '7', '[]', '{}', '{"objectClassName":"entity"}'])
  test(`"${text}" is no answer about a domain`, () => assert.equal(parseRdapDomain(text), null));
