import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { faultsOf } from '../../evidence/zone/server-faults.ts';
import { replyOf, servesZone } from '../../evidence/zone/replies.ts';
import { type ZoneEvidence, zoneEvidence } from '../../evidence/zone/schema.ts';
import { labContext } from '../testing/lab-context.ts';
import { zoneProbe } from './probe.ts';

async function zoneOf(domain: string, scanMode: 'standard' | 'deep' = 'standard'): Promise<ZoneEvidence> {
  const { signal } = new AbortController();
  const context = labContext(domain, { signal, target: { scanMode } });
  // As in an audit, where the zone survey has its own share of direct queries.
  const authoritative = context.authoritative.for('zone');
  const { evidence } = await zoneProbe.run({ ...context, authoritative }, {});
  return zoneEvidence.parse(evidence);
}

const transferred = ({ servers }: ZoneEvidence) => servers.map(({ axfr }) => axfr.known && axfr.value.stoppedAt);

labTest('a sound zone is seen alike from both sides, at every address, by UDP and TCP', async () => {
  const zone = await zoneOf('good.lab');
  assert.deepEqual([zone.name, zone.parent?.zone, zone.direct], ['good.lab', 'lab', 'open']);
  assert.ok(zone.parent?.referral.known);
  assert.deepEqual(zone.parent.referral.value.ns, ['ns1.nic.lab', 'ns2.nic.lab']);
  assert.equal(zone.parent.referral.value.ds.length, 1);
  assert.deepEqual(zone.parent.disagreements, []);
  assert.equal(zone.servers.length, 4);
  for (const server of zone.servers) {
    for (const answer of [server.udp, server.tcp]) assert.ok(answer.known);
    const soa = replyOf(zone, server, 'SOA');
    assert.ok(soa !== null && servesZone(soa, 'good.lab') && soa.answer.some(({ type }) => type === 'RRSIG'));
  }
  assert.equal(new Set(zone.servers.map(({ udp }) => udp.known && udp.value.reply)).size, 1);
  assert.deepEqual(transferred(zone), ['refused', 'refused', 'refused', 'refused']);
});

labTest('a host in a zone is led to the zone that holds it', async () => {
  const zone = await zoneOf('www.good.lab');
  assert.deepEqual([zone.name, zone.parent?.zone], ['good.lab', 'lab']);
});

labTest('an apex that is an alias is found by its delegation, whatever the resolver has cached', async () => {
  const { signal } = new AbortController();
  const { resolver } = labContext('cname-apex.lab', { signal });
  const { cnames } = await resolver.query('cname-apex.lab', 'A', { signal });
  assert.equal(cnames.length, 1);
  const [zone, host] = await Promise.all([zoneOf('cname-apex.lab'), zoneOf('www.cname-apex.lab')]);
  assert.deepEqual([zone.name, zone.parent?.zone, zone.direct], ['cname-apex.lab', 'lab', 'open']);
  assert.deepEqual([host.name, host.parent?.zone], ['cname-apex.lab', 'lab']);
});

labTest('an open transfer is stopped and counted, never kept', async () => {
  const zone = await zoneOf('axfr.lab');
  assert.deepEqual(transferred(zone), ['end', 'end', 'end', 'end']);
});

labTest('a name server in an unregistered domain is found', async () => {
  const zone = await zoneOf('half-lame.lab');
  const gone = zone.serverNames.find(({ name }) => name === 'ns.gone.lab');
  assert.ok(gone?.registered.known);
  // From the parent zone's servers and the registry.
  const { status, proof } = gone.registered.value;
  assert.deepEqual([status, proof], ['unregistered', 'registry']);
});

labTest('a zone without a server that answers is found by its delegation', async () => {
  const [lame, silent] = await Promise.all([zoneOf('lame.lab'), zoneOf('unreachable.lab')]);
  assert.equal(lame.name, 'lame.lab');
  assert.ok(lame.servers.every(({ udp }) => udp.known));
  assert.ok(lame.servers.every((server) => replyOf(lame, server, 'SOA')?.rcode === 5));
  assert.equal(silent.name, 'unreachable.lab');
  assert.deepEqual(
    silent.servers.map(({ udp }) => udp.known),
    [false],
  );
  assert.equal(silent.direct, 'open');
});

labTest('questions stay within the counts for each address and for the audit', async () => {
  const [standard, deep] = await Promise.all([zoneOf('good.lab'), zoneOf('good.lab', 'deep')]);
  assert.ok(standard.questions <= 300 && standard.servers.every(({ questions }) => questions <= 20));
  assert.ok(deep.questions <= 600 && deep.servers.every(({ questions }) => questions <= 40));
  const sum = standard.servers.reduce((total, { questions }) => total + questions, 0);
  assert.ok(standard.questions >= sum);
});

labTest('deep mode adds the questions about EDNS', async () => {
  const zone = await zoneOf('good.lab', 'deep');
  for (const { edns } of zone.servers) {
    assert.ok(edns.known);
    assert.deepEqual(edns.value.toVersion1, { rcode: 16, version: 0 });
    assert.deepEqual([edns.value.echoesOption, edns.value.echoesFlag], [false, false]);
  }
});

labTest('serials of one primary that differ are read again, and a change on its way is no drift', async () => {
  const [moves, stays, several] = await Promise.all(
    ['serial-moves.lab', 'serial-differs.lab', 'serial-differs-two-primaries.lab'].map(async (domain) =>
      zoneOf(domain),
    ),
  );
  const outcomeOf = (zone: ZoneEvidence | undefined) =>
    zone?.servers.map((server) => replyOf(zone, server, 'SOA-later')?.answer[0]?.data);
  assert.deepEqual([moves?.secondLook, stays?.secondLook], [{ afterMs: 5_000 }, { afterMs: 5_000 }]);
  assert.equal(several?.secondLook, undefined);
  assert.equal(new Set(outcomeOf(moves)).size, 1);
  assert.equal(new Set(outcomeOf(stays)).size, 2);
});

labTest('an apex whose alias loops is judged by its name servers, because the resolver fails', async () => {
  const zone = await zoneOf('cname-loop.lab');
  assert.equal(zone.name, 'cname-loop.lab');
  assert.ok(zone.servers.length > 0);
  for (const server of zone.servers)
    assert.deepEqual(
      replyOf(zone, server, 'A')
        ?.answer.filter(({ name }) => name === 'cname-loop.lab')
        .map(({ type }) => type),
      ['CNAME'],
    );
});

labTest('signatures that ended at one of two name servers are a fault of that one alone', async () => {
  const zone = await zoneOf('sec-one-server-expired.lab');
  const faulty = zone.servers.filter((server) => faultsOf(zone, server)?.length !== 0);
  assert.deepEqual([...new Set(faulty.flatMap(({ names }) => names))], ['live2.nic.lab']);
  assert.equal(zone.servers.length - faulty.length, 2);
});
