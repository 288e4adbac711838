import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { NamesEvidence } from '../../evidence/names/schema.ts';
import { takeoverState } from '../../evidence/names/takeover.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { subPrivateIp } from '../../modules/subdomains/addresses.ts';
import { subCnameNxdomain, subCnameUnregistered, subMxUnregistered } from '../../modules/subdomains/references.ts';
import { subTakeoverCname } from '../../modules/subdomains/takeover.ts';
import { gather } from '../../runner/gather.ts';
import { probesOf } from '../../runner/testing/deep-audit.ts';
import { labContext } from '../testing/lab-context.ts';

/** Checks that need only names. */
const namesChecks = [subCnameNxdomain, subCnameUnregistered, subMxUnregistered, subPrivateIp, subTakeoverCname];

/** The names evidence of one lab site. */
async function namesOf(domain: string, scanMode: TargetEvidence['scanMode'] = 'standard'): Promise<NamesEvidence> {
  const context = labContext(domain, { target: { scanMode } });
  const probes = probesOf(['names']);
  const onBug = (where: string, error: unknown): void => assert.fail(`${domain}, ${where}: ${String(error)}`);
  const gathering = gather(context, probes, { onProbe: () => {}, onBug });
  await gathering.settled(probes.map(({ kind }) => kind));
  const { names } = gathering.evidence;
  assert.ok(names);
  return names;
}

const states = ({ services }: NamesEvidence) =>
  Object.fromEntries(services.map((one) => [one.name.split('.')[0], takeoverState(one)]));

const hostsOf = ({ hosts }: NamesEvidence): string[] => hosts.map(({ name }) => name.split('.')[0] ?? '').toSorted();

sideBySide('names below a domain', () => {
  labTest('names at five services are free, or somebody has them', async () => {
    const free = await namesOf('takeover-unclaimed.lab');
    const expected = {
      wiki: 'claimable',
      blog: 'claimable',
      static: 'claimable',
      shop: 'conditional',
      support: 'kept',
    };
    assert.deepEqual(states(free), expected);
    const healthy = states(await namesOf('takeover-healthy.lab'));
    assert.deepEqual(new Set(Object.values(healthy)), new Set(['claimed']));
    assert.equal(Object.keys(healthy).length, 5);
  });
  labTest('a service of its own names is no customer', async () =>
    assert.deepEqual((await namesOf('pages-vendor.lab')).services, []),
  );
  labTest('a wildcard is one name, and is asked once', async () => {
    const { inventory, services } = await namesOf('takeover-wild.lab');
    assert.deepEqual(
      services.map(({ name }) => name),
      ['*.takeover-wild.lab'],
    );
    assert.deepEqual(
      inventory.map(({ name }) => name),
      ['takeover-wild.lab', '*.takeover-wild.lab'],
    );
    const wild = await namesOf('wild.lab');
    assert.deepEqual(
      wild.inventory.map(({ name }) => name),
      ['wild.lab', 'app.wild.lab', '*.wild.lab'],
    );
  });
  labTest('what a wildcard leads to is judged once, and guessed names below it never', async () => {
    const failed = async (domain: string, scanMode: TargetEvidence['scanMode'] = 'standard') => {
      const names = await namesOf(domain, scanMode);
      const target = { domain, registrableDomain: domain, scanMode, seed: 'lab', startedAtMs: Date.now() };
      return namesChecks.flatMap((check) => {
        const outcome = check.evaluate({ names, target });
        return outcome.outcome === 'fail'
          ? [`${check.id} ${outcome.findings.map((one) => one.subject).join(' ')}`]
          : [];
      });
    };
    assert.deepEqual(await failed('wild-dangling.lab'), ['sub-cname-nxdomain *.wild-dangling.lab']);
    assert.deepEqual(await failed('wild-unregistered.lab'), [
      'sub-cname-unregistered *.wild-unregistered.lab x.nobody-owns-this.lab',
    ]);
    assert.deepEqual(await failed('wild-private.lab'), ['sub-private-ip dev.wild-private.lab *.wild-private.lab']);
    assert.deepEqual(await failed('wild-mail.lab', 'deep'), [
      'sub-mx-unregistered *.wild-mail.lab mail.nobody-owns-this.lab',
    ]);
    assert.deepEqual(await failed('wild-tree.lab'), ['sub-cname-nxdomain *.wild-tree.lab']);
    assert.deepEqual(await failed('wild-other-tree.lab'), []);
    const { inventory } = await namesOf('wild-other-tree.lab', 'deep');
    assert.ok(
      inventory.every(({ status }) => status !== 'missing'),
      'only names that the other tree has',
    );
  });
  labTest('references, pointers, private addresses and a zone that its servers do not have', async () => {
    const { inventory, references, pointers, childZones } = await namesOf('names-broken.lab');
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
    const standard = await namesOf('names-estate.lab');
    assert.deepEqual(hostsOf(standard), ['dev', 'm']);
    const elastic = standard.hosts.find(({ name }) => name.startsWith('m.'));
    assert.deepEqual(elastic?.tls?.names, ['elastic-other.lab']);
    const deep = await namesOf('names-estate.lab', 'deep');
    assert.deepEqual(hostsOf(deep), ['app', 'dev', 'm', 'old', 'portal']);
  });
  labTest('an NSEC chain is walked in deep mode', async () => {
    const { walk, inventory } = await namesOf('names-good.lab', 'deep');
    assert.ok(walk.known);
    assert.equal(walk.value.ended, 'whole');
    assert.ok(walk.value.names.includes('docs.names-good.lab'));
    assert.ok(inventory.some(({ name, sources }) => name === 'docs.names-good.lab' && sources.includes('nsec')));
    const other = await namesOf('good.lab', 'deep');
    assert.equal(other.walk.known && other.walk.value.ended, 'no-nsec');
  });
  labTest('nothing is looked for below a www host', async () => {
    const { base, inventory } = await namesOf('www.good.lab');
    assert.deepEqual([base, inventory], [null, []]);
  });
});
