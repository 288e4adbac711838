import assert from 'node:assert/strict';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { routingReputation } from '../../modules/routing_reputation/module.ts';
import { createRegistrations } from '../../net/registration/registrations.ts';
import { readSources } from '../../net/sources/read-sources.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';
import { probesOf } from '../testing/deep-audit.ts';

// coverage/network.lab.test.ts judges the table of checks and hosts.

const kinds = new Set(routingReputation.checks.flatMap(({ needs }) => needs));
/** Every kind of hostile web server as a registry: none of their answers is a record. */
const hostileRegistries = endpoints.map(({ host }) => host).filter((host) => host.startsWith('hostile-'));

labTest('hostile registries end, and what they say is unknown', async () => {
  assert.ok(hostileRegistries.length >= 10, String(hostileRegistries.length));
  const asked = hostileRegistries.map(async (host) => {
    const context = labContext('good.lab');
    const registries = new Map([['lab', `https://${host}/`]]);
    const registrations = createRegistrations({ http: context.http, registries, memory: new Map() });
    const answer = await registrations.registry('good.lab', context);
    return answer.known ? [host] : [];
  });
  assert.deepEqual((await Promise.all(asked)).flat(), []);
});

const key = 'qz7plwk2vxn9tsrb4yhj6mdf';

labTest('the key of a block list stands nowhere in the evidence', async () => {
  const keyed = readSources({ PERIMETER_SOURCES: `address-list:${key}.list.lab,domain-list:${key}.list.lab` });
  assert.ok(keyed.ok);
  const context = labContext('listed.lab', {
    target: { scanMode: 'deep' },
    settings: { sources: keyed.value },
  });
  const gathering = gather(context, probesOf(kinds), {
    onProbe: () => {},
    onBug: (_, error) => assert.fail(String(error)),
  });
  await gathering.settled([...kinds]);
  const { routing } = gathering.evidence;
  assert.ok(routing !== undefined && routing.lists.some(({ list }) => list === '<key>.list.lab'));
  assert.ok(routing.lookups.some(({ name }) => name.includes('<key>.list.lab')));
  const outcomes = routingReputation.checks.map((check) => check.evaluate(gathering.evidence));
  assert.ok(!JSON.stringify([gathering.evidence, outcomes]).toLowerCase().includes(key.slice(0, 8)));
});

labTest('without sources, nobody is asked but resolver, target and the hosts of its records', async () => {
  const none = readSources({ PERIMETER_SOURCES: 'none' });
  assert.ok(none.ok);
  const settings = { sources: none.value, registries: new Map(), routes: null, vrps: null };
  const context = labContext('bad.lab', {
    target: { scanMode: 'deep' },
    settings,
  });
  const gathering = gather(context, probesOf(kinds), {
    onProbe: () => {},
    onBug: (_, error) => assert.fail(String(error)),
  });
  await gathering.settled([...kinds]);
  const { routing } = gathering.evidence;
  assert.ok(routing !== undefined);
  assert.deepEqual(routing.lists, []);
  assert.ok(routing.sources.every(({ state }) => state === 'not-asked'));
  assert.ok(
    routing.lookups.every(({ name }) => /(?:^|\.)bad\.lab\.?$|\.arpa\.?$/.test(name)),
    JSON.stringify(routing.lookups.map(({ name }) => name)),
  );
});
