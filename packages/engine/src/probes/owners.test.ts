import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainsOfOthers } from './owners.ts';

const target = {
  domain: 'www.good.lab',
  registrableDomain: 'good.lab',
  scanMode: 'standard',
  startedAtMs: 0,
  seed: '',
} as const;

test('foreign hosts are grouped by registrable domain, each use once', () => {
  const hosts = ['a.gone.lab', 'b.GONE.lab.', 'a.gone.lab', '*.free.com', 'x.good.lab', 'good.lab'];
  const found = domainsOfOthers({ target }, hosts, (host) => host);
  assert.deepEqual(found, [
    ['gone.lab', ['a.gone.lab', 'b.GONE.lab.']],
    ['free.com', ['*.free.com']],
  ]);
});

test('a name that cannot be registered is not a foreign domain', () => {
  const hosts = [
    '192.0.2.7',
    '192.0.2.7.',
    '[2001:db8::1]',
    'mail',
    'a.test',
    'b.onion',
    'c.local',
    'co.uk',
    'x.gov',
    '',
  ];
  assert.deepEqual(
    domainsOfOthers({ target }, hosts, (host) => host),
    [],
  );
});
