import { dayMs } from '@perimeter/protocols/durations';
import { type Row as RowOf, rowTester } from '../../../catalogue/testing/rows.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleAddress, exampleHost, noRouting } from '../../../evidence/routing/example.ts';
import type { RoutingEvidence } from '../../../evidence/routing/schema.ts';
import { exampleZone } from '../../../evidence/zone/example.ts';
import { servers } from '../../derive/dns/testing/evidence.ts';
import { html } from '../../derive/http/testing/evidence.ts';
import { endpoint, tlsOf } from '../../derive/tls/testing/evidence.ts';

/** The kinds that checks of this module read. */
export type RoutingKinds = Pick<
  EvidenceByKind,
  'routing' | 'target' | 'tls' | 'zone' | 'behaviour' | 'endpoints' | 'http'
>;

export const startedAtMs = Date.UTC(2026, 10, 20);
export const base = 'site.lab';
export const [four, six] = ['192.0.2.80', '2001:db8::80'];
const day = dayMs;

/** A source of routes or payloads, created this many days before the audit. */
export const madeBefore = (name: 'routes' | 'vrps', days: number): RoutingEvidence['sources'][number] => ({
  name,
  which: 'list',
  state: 'used',
  madeMs: startedAtMs - days * day,
});

/** A domain with correct hosts, routes and registration. */
export const routing = (change: Partial<RoutingEvidence> = {}): RoutingEvidence => ({
  ...noRouting,
  registration: seen({
    statuses: ['client transfer prohibited'],
    expiresMs: startedAtMs + 365 * day,
    url: `https://rdap.lab/domain/${base}`,
  }),
  hosts: [
    exampleHost(base),
    exampleHost(`mail.${base}`, { role: 'mail' }),
    exampleHost(`ns1.${base}`, { role: 'name-server', ipv6: seen(['2001:db8::53']) }),
    exampleHost(`ns2.${base}`, { role: 'name-server', ipv6: seen(['2001:db8::54']) }),
  ],
  mail: seen(true),
  addresses: [
    exampleAddress(four),
    exampleAddress(six, {
      route: seen({ prefix: '2001:db8::/32', systems: [64_500] }),
      vrps: seen([{ prefix: '2001:db8::/32', system: 64_500, maxLength: 48 }]),
    }),
  ],
  ipv6Here: true,
  connections: [four, six].map((address) => ({ host: base, address, port: 80, accepted: seen(true) })),
  sources: [madeBefore('routes', 1), madeBefore('vrps', 1)],
  origin: null,
  ...change,
});

const both = tlsOf(
  endpoint({ address: four, port: 443, serverName: base }),
  endpoint({ address: six, port: 443, serverName: base }),
);

/** Evidence of other kinds besides routing. */
export interface Given {
  change?: Partial<RoutingEvidence>;
  more?: Partial<RoutingKinds>;
}

/** Evidence of a correct domain with these changes. */
export function evidenceOf({ change = {}, more = {} }: Given): RoutingKinds {
  const { endpoints, http, target } = html([]);
  const page = { exchange: 'document', status: 200, title: 'Site', simhash: '0123456789abcdef' };
  return {
    routing: routing(change),
    target: { ...target, domain: base, registrableDomain: base, startedAtMs },
    ...both,
    zone: exampleZone(),
    endpoints,
    http,
    behaviour: { ...noBehaviour, url: `https://${base}/`, notAsked: null, families: { ipv4: page, ipv6: page } },
    ...more,
  };
}

/** A zone with servers at these addresses. */
export const zoneAt = (...addresses: readonly string[]) => ({
  zone: exampleZone({
    servers: servers().flatMap((one, at) => (addresses[at] === undefined ? [] : [{ ...one, address: addresses[at] }])),
  }),
});
export const ipv4Zone = zoneAt('192.0.2.53', '192.0.2.54');

const lost = unseen('timeout', 'no-address');

/** A domain for which every query failed. */
export const silent: RoutingKinds = evidenceOf({
  change: {
    registration: lost,
    hosts: [
      exampleHost(base, { ipv4: lost, ipv6: lost }),
      exampleHost(`mail.${base}`, { role: 'mail', ipv4: lost, ipv6: lost }),
      exampleHost(`ns1.${base}`, { role: 'name-server', ipv4: lost, ipv6: lost }),
    ],
    mail: lost,
    addresses: [exampleAddress(four, { reverse: lost, route: lost, vrps: lost })],
    connections: [],
    lists: (['address', 'domain'] as const).map((about) => ({
      list: 'list.lab',
      about,
      isSpamhaus: false,
      subject: about === 'address' ? four : base,
      role: 'subject',
      answers: lost,
    })),
    origin: {
      url: `https://${base}/`,
      edge: 'Cloudflare',
      title: 'Site',
      simhash: '00',
      status: 200,
      candidates: [{ address: '192.0.2.99', names: [`mail.${base}`], answer: lost }],
    },
  },
  more: {
    ...tlsOf(
      endpoint({
        address: six,
        port: 443,
        serverName: base,
        unreachable: { reason: 'timeout', gap: 'words-kept', values: ['Silence'] },
        speaksTls: false,
      }),
    ),
    behaviour: noBehaviour,
  },
});

/** A domain without hosts and registry, with no source enabled. */
export const empty: RoutingKinds = evidenceOf({
  change: { ...noRouting, origin: null, hosts: [exampleHost(base, { ipv4: seen([]), ipv6: seen([]) })] },
  more: { ...tlsOf(), behaviour: { ...noBehaviour, notAsked: null } },
});

export type Row = RowOf<Given>;
export const testRows = rowTester(evidenceOf);
