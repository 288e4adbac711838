import assert from 'node:assert/strict';
import { labTest, waitSideBySide } from '@perimeter/lab/harness';
import { ipv6Of, nameServers } from '@perimeter/lab/hosts/addresses';
import { replyOf, serialIn, servesZone } from '../../evidence/zone/replies.ts';
import { type ZoneEvidence, type ZoneServer, zoneEvidence } from '../../evidence/zone/schema.ts';
import { labContext } from '../testing/lab-context.ts';
import { zoneProbe } from './probe.ts';

async function zoneOf(domain: string, options: { deep?: boolean; dialMap?: ReadonlyMap<string, string> } = {}) {
  const { signal } = new AbortController();
  const { deep = false, dialMap } = options;
  const settings = dialMap === undefined ? {} : { settings: { dialMap } };
  const context = labContext(domain, { signal, target: { scanMode: deep ? 'deep' : 'standard' }, ...settings });
  const authoritative = context.authoritative.for('zone');
  const { evidence } = await zoneProbe.run({ ...context, authoritative }, {});
  return zoneEvidence.parse(evidence);
}

const at = ({ servers }: ZoneEvidence, name: string): ZoneServer[] =>
  servers.filter(({ names }) => names.includes(`${name}.nic.lab`));

const all = <T>(servers: readonly ZoneServer[], read: (server: ZoneServer) => T, expected: T): void => {
  assert.ok(servers.length > 0);
  for (const server of servers) assert.deepEqual(read(server), expected, server.address);
};

const failureOf = (fact: ZoneServer['udp']): string => (fact.known ? 'answered' : fact.failure.reason);

/** What the probe must find in each zone, besides the correct server. */
const sights: Readonly<Record<string, (zone: ZoneEvidence) => void>> = {
  'ns-sound.lab': (zone) => all(zone.servers, (server) => replyOf(zone, server, 'SOA')?.flags.includes('aa'), true),
  'lame-one.lab': (zone) => {
    all(at(zone, 'odd1'), (server) => replyOf(zone, server, 'SOA')?.rcode, 0);
    all(at(zone, 'odd2'), (server) => replyOf(zone, server, 'SOA')?.rcode, 5);
  },
  'lame-all.lab': (zone) => {
    assert.ok(zone.parent?.referral.known);
    all(zone.servers, (server) => replyOf(zone, server, 'SOA')?.rcode, 5);
  },
  'ns-silent.lab': (zone) =>
    all(at(zone, 'odd2'), ({ udp, tcp }) => [failureOf(udp), failureOf(tcp)], ['timeout', 'timeout']),
  'ns-all-silent.lab': (zone) => {
    assert.equal(zone.direct, 'open');
    all(zone.servers, ({ udp }) => failureOf(udp), 'timeout');
  },
  'ns-no-tcp.lab': (zone) =>
    all(at(zone, 'odd2'), ({ udp, tcp }) => [failureOf(udp), failureOf(tcp)], ['answered', 'timeout']),
  'ns-tcp-only.lab': (zone) => {
    all(at(zone, 'odd2'), ({ udp, tcp }) => [failureOf(udp), failureOf(tcp)], ['timeout', 'answered']);
    all(at(zone, 'odd2'), (server) => replyOf(zone, server, 'MX')?.rcode, 0);
  },
  'ns-not-authoritative.lab': (zone) =>
    all(
      at(zone, 'odd2'),
      (server) => {
        const soa = replyOf(zone, server, 'SOA');
        return soa !== null && servesZone(soa, 'ns-not-authoritative.lab');
      },
      false,
    ),
  'ns-garbled.lab': (zone) =>
    all(at(zone, 'odd2'), ({ udp }) => udp.known && zone.replies[udp.value.reply]?.readable, false),
  'ns-aaaa-dropped.lab': (zone) =>
    all(zone.servers, ({ battery: { A, AAAA } }) => [A?.known, AAAA?.known], [true, false]),
  'ns-aaaa-notimp.lab': (zone) => all(zone.servers, (server) => replyOf(zone, server, 'AAAA')?.rcode, 4),
  'ns-only-v6.lab': (zone) => all(zone.servers, ({ family }) => family, 6),
  'ns-alias.lab': (zone) => {
    const alias = zone.serverNames.find(({ name }) => name === 'odd-alias.nic.lab');
    assert.deepEqual([alias?.isAlias, alias?.aliases], [{ known: true, value: true }, ['odd2.nic.lab']]);
  },
  'parent-differs.lab': (zone) => {
    const sides = zone.serverNames.map(({ name, inParent, inChild }) => [name, inParent, inChild]);
    assert.deepEqual(sides, [
      ['odd1.nic.lab', true, true],
      ['odd2.nic.lab', false, true],
      ['six2.nic.lab', true, false],
    ]);
  },
  'glue-differs.lab': (zone) => {
    const name = zone.serverNames.find(({ inZone }) => inZone);
    assert.deepEqual([name?.glue, name?.ipv4], [['203.0.113.13'], { known: true, value: ['203.0.113.14'] }]);
  },
  'glue-missing.lab': (zone) => assert.deepEqual(zone.serverNames.find(({ inZone }) => inZone)?.glue, []),
  'one-address-two-names.lab': (zone) =>
    assert.deepEqual(
      zone.servers.map(({ names }) => names),
      [['odd-four-too.nic.lab', 'odd-four.nic.lab']],
    ),
  'serial-differs.lab': (zone) => {
    const serials = zone.servers.map((server) => serialIn(replyOf(zone, server, 'SOA') ?? assert.fail()));
    assert.equal(new Set(serials).size, 2);
  },
  'axfr-one-of-two.lab': (zone) => {
    all(at(zone, 'odd1'), ({ axfr }) => axfr.known && axfr.value.stoppedAt, 'refused');
    all(at(zone, 'odd2'), ({ axfr }) => axfr.known && axfr.value.types, { SOA: 2, NS: 2, A: 2 });
  },
  'open-recursion.lab': (zone) => {
    const open = { known: true, value: { offered: true, parent: 'cached', outside: true } } as const;
    all(at(zone, 'bind'), ({ recursion }) => recursion, open);
    all(at(zone, 'bind'), ({ version }) => version.known && /^9\.\d/.test(version.value[0] ?? ''), true);
    all(at(zone, 'odd1'), ({ recursion }) => recursion.known && recursion.value.offered, false);
  },
  'formerr-without-question.lab': (zone) => {
    all(zone.servers, ({ edns }) => edns.known && edns.value.version, null);
    all(zone.servers, (server) => replyOf(zone, server, 'MX')?.rcode, 0);
  },
  'no-edns.lab': (zone) => all(zone.servers, ({ edns }) => edns.known && edns.value.version, null),
  'edns-dropped.lab': (zone) => {
    all(at(zone, 'odd2'), ({ edns }) => edns.known && edns.value.version, null);
    all(at(zone, 'odd2'), ({ udp }) => failureOf(udp), 'answered');
  },
  'two-soa.lab': (zone) => all(zone.servers, (server) => replyOf(zone, server, 'SOA')?.answer.length, 2),
  'cname-apex.lab': (zone) => all(zone.servers, (server) => replyOf(zone, server, 'A')?.answer[0]?.type, 'CNAME'),
  'wildcard-mx.lab': ({ wildcard }) => assert.deepEqual(wildcard.mx, { known: true, value: ['10 mail.good.lab'] }),
  'wildcard-txt.lab': ({ wildcard }) => assert.deepEqual(wildcard.atDmarc, { known: true, value: ['everything'] }),
  'upward.lab': (zone) => all(at(zone, 'odd3'), ({ version }) => version, { known: true, value: ['OddNS 4.1.7'] }),
};

waitSideBySide('delegations', () => {
  for (const [domain, look] of Object.entries(sights)) {
    labTest(`${domain} is seen as it is, within its questions`, async () => {
      const zone = await zoneOf(domain);
      assert.deepEqual([zone.name, zone.direct], [domain, 'open']);
      assert.ok(zone.questions <= 300 && zone.servers.every(({ questions }) => questions <= 20));
      look(zone);
    });
  }
});

labTest('deep mode tells what EDNS, ANY, the case and foreign names bring', async () => {
  const [edns, large, lost, upward] = await Promise.all(
    ['edns-odd.lab', 'any-large.lab', 'case-lost.lab', 'upward.lab'].map((domain) => zoneOf(domain, { deep: true })),
  );
  assert.ok(edns !== undefined && large !== undefined && lost !== undefined && upward !== undefined);
  all(edns.servers, (server) => server.edns.known && [server.edns.value.echoesOption, server.edns.value.echoesFlag], [
    true,
    true,
  ]);
  all(edns.servers, (server) => server.edns.known && server.edns.value.toVersion1?.rcode, 0);
  all(
    large.servers,
    ({ battery: { any } }) => any?.known === true && any.value.bytes > 10 * any.value.questionBytes,
    true,
  );
  all(at(lost, 'odd1'), (server) => replyOf(lost, server, 'mixed-case')?.sameCase, true);
  all(at(lost, 'odd2'), (server) => replyOf(lost, server, 'mixed-case')?.sameCase, false);
  all(at(upward, 'odd3'), (server) => replyOf(upward, server, 'foreign')?.authority.map(({ name }) => name), ['.']);
  for (const zone of [edns, large, lost, upward]) {
    assert.ok(zone.questions <= 600 && zone.servers.every(({ questions }) => questions <= 40));
  }
});

labTest('special-purpose addresses are facts to which no packet goes', async () => {
  for (const domain of ['ns-private.lab', 'ns-special.lab']) {
    const zone = await zoneOf(domain);
    const refused = zone.servers.filter(({ allowed }) => !allowed);
    assert.ok(refused.length > 0);
    all(refused, ({ questions }) => questions, 0);
    all(refused, ({ blockedBy }) => (blockedBy ?? '').length > 5, true);
    assert.equal(zone.notAsked.filter(({ why }) => why === 'special-purpose').length, refused.length);
  }
});

/** A network that redirects port 53 of all name servers. */
const leadingTo = (place: string): ReadonlyMap<string, string> =>
  new Map(
    [nameServers.tld, nameServers.ns1, nameServers.ns2]
      .flatMap((address) => [address, `[${ipv6Of(address)}]`])
      .map((address) => [`${address}:53`, place]),
  );

labTest(
  'a resolver that answers in place of name servers is found out, and nothing is held against the zone',
  async () => {
    const zone = await zoneOf('good.lab', { dialMap: leadingTo('198.51.100.53:53') });
    assert.equal(zone.direct, 'intercepted');
    all(zone.servers, ({ udp }) => !udp.known && 'gap' in udp.failure && udp.failure.gap, 'port-53-intercepted');
    assert.deepEqual(zone.nsByResolver, { known: true, value: ['ns1.nic.lab', 'ns2.nic.lab'] });
  },
);

labTest('a network that drops questions to name servers is distinguished from silent servers', async () => {
  const zone = await zoneOf('good.lab', { dialMap: leadingTo('203.0.113.99:53') });
  assert.equal(zone.direct, 'blocked');
  all(zone.servers, ({ tcp }) => !tcp.known && 'gap' in tcp.failure && tcp.failure.gap, 'port-53-blocked');
});

labTest('where the resolver keeps the zone above back, the delegation of that zone is not taken for ours', async () => {
  const { signal } = new AbortController();
  const context = labContext('ns-sound.lab', { signal, target: { scanMode: 'standard' } });
  const query: typeof context.resolver.query = async (name, ...rest) => {
    const answer = await context.resolver.query(name, ...rest);
    return name === 'lab' ? { ...answer, status: 'servfail', records: [] } : answer;
  };
  const authoritative = context.authoritative.for('zone');
  const { evidence } = await zoneProbe.run({ ...context, authoritative, resolver: { ...context.resolver, query } }, {});
  const { name, parent, servers } = zoneEvidence.parse(evidence);
  assert.deepEqual([name, parent], ['ns-sound.lab', null]);
  assert.ok(servers.every(({ names }) => names.every((one) => !one.startsWith('a.nic'))));
});
