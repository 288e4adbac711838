import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { takeoverState } from '../../evidence/names/takeover.ts';
import { failedOn, namesOn } from './testing/names-on.ts';

const states = ({ services }: NamesEvidence) =>
  Object.fromEntries(services.map((one) => [one.name.split('.')[0], takeoverState(one)]));

const hostsOf = ({ hosts }: NamesEvidence): string[] => hosts.map(({ name }) => name.split('.')[0] ?? '').toSorted();

sideBySide('names below a domain', () => {
  labTest('names at five services are free, or somebody has them', async () => {
    const free = await namesOn('takeover-unclaimed.lab');
    const expected = {
      wiki: 'claimable',
      blog: 'claimable',
      static: 'claimable',
      shop: 'conditional',
      support: 'kept',
    };
    assert.deepEqual(states(free), expected);
    const healthy = states(await namesOn('takeover-healthy.lab'));
    assert.deepEqual(new Set(Object.values(healthy)), new Set(['claimed']));
    assert.equal(Object.keys(healthy).length, 5);
  });
  labTest('a service of its own names is no customer', async () =>
    assert.deepEqual((await namesOn('pages-vendor.lab')).services, []),
  );
  labTest('a wildcard is one name, and is asked once', async () => {
    const { inventory, services } = await namesOn('takeover-wild.lab');
    assert.deepEqual(
      services.map(({ name }) => name),
      ['*.takeover-wild.lab'],
    );
    assert.deepEqual(
      inventory.map(({ name }) => name),
      ['takeover-wild.lab', '*.takeover-wild.lab'],
    );
    const wild = await namesOn('wild.lab');
    assert.deepEqual(
      wild.inventory.map(({ name }) => name),
      ['wild.lab', 'app.wild.lab', '*.wild.lab'],
    );
  });
  labTest('what a wildcard leads to is judged once', async () => {
    assert.deepEqual(await failedOn('wild-dangling.lab'), ['sub-cname-nxdomain *.wild-dangling.lab']);
    assert.deepEqual(await failedOn('wild-private.lab'), ['sub-private-ip dev.wild-private.lab *.wild-private.lab']);
  });
  labTest('references, pointers, private addresses and a zone that its servers do not have', async () => {
    const { inventory, references, pointers, childZones } = await namesOn('names-broken.lab');
    const registrations = references.map(({ registration: { domain, status, proof } }) => [domain, status, proof]);
    assert.deepEqual(registrations.toSorted(), [
      ['good.lab', 'registered', 'resolver'],
      ['nobody-owns-this.lab', 'unregistered', 'registry'],
      ['on-hold.lab', 'registered', 'registry'],
    ]);
    assert.deepEqual(pointers.map(({ kind, status }) => `${kind} ${status}`).toSorted(), [
      'acme missing',
      'mx missing',
      'srv missing',
    ]);
    const db = inventory.find(({ name }) => name === 'db.names-broken.lab');
    assert.match(db?.addresses[0]?.blockedBy ?? '', /10\.0\.0\.0\/8/);
    assert.deepEqual(
      childZones.map(({ name, servers }) => [name, servers.map(({ rcode }) => rcode.known && rcode.value)]),
      [['shop.names-broken.lab', [5, 5]]],
    );
  });
  labTest('standard audits ask hosts that sound internal or stand in a pool of a cloud, deep ones all', async () => {
    const standard = await namesOn('names-estate.lab');
    assert.deepEqual(hostsOf(standard), ['dev', 'm']);
    const elastic = standard.hosts.find(({ name }) => name.startsWith('m.'));
    assert.deepEqual(elastic?.tls?.names, ['elastic-other.lab']);
    const deep = await namesOn('names-estate.lab', 'deep');
    assert.deepEqual(hostsOf(deep), ['app', 'dev', 'm', 'old', 'portal']);
  });
  labTest('an NSEC chain is walked in deep mode', async () => {
    const { walk, inventory } = await namesOn('names-good.lab', 'deep');
    assert.ok(walk.known);
    assert.equal(walk.value.ended, 'whole');
    assert.ok(walk.value.names.includes('docs.names-good.lab'));
    assert.ok(inventory.some(({ name, sources }) => name === 'docs.names-good.lab' && sources.includes('nsec')));
  });
  labTest('nothing is looked for below a www host', async () => {
    const { base, inventory } = await namesOn('www.good.lab');
    assert.deepEqual([base, inventory], [null, []]);
  });
});
