import { seen, unseen } from '../../evidence/observed.ts';
import { exampleAddress, exampleHost } from '../../evidence/routing/example.ts';
import type { RoutingEvidence } from '../../evidence/routing/schema.ts';
import { endpoint, tlsOf } from '../derive/tls/testing/evidence.ts';
import { ip6WebUnreachable } from './reach.ts';
import { base, empty, four, type Given, ipv4Zone, type Row, six, testRows } from './testing/evidence.ts';

const lost = unseen('timeout', 'no-address');
const web = (change: Partial<RoutingEvidence['hosts'][number]>): Given => ({
  change: { hosts: [exampleHost(base, change)] },
});
const refused = { reason: 'refused', gap: 'words-kept', values: ['Connection refused'] } as const;
const timedOut = { reason: 'timeout', gap: 'words-kept', values: ['No answer'] } as const;

/** Port 443 over IPv6, and port 80. */
const over6 = (
  unreachable: typeof refused | typeof timedOut | null,
  accepted: RoutingEvidence['connections'][number]['accepted'],
): Given => ({
  change: {
    connections: [
      { host: base, address: four, port: 80, accepted: seen(true) },
      { host: base, address: six, port: 80, accepted },
    ],
  },
  more: {
    ...tlsOf(
      endpoint({ address: four, port: 443, serverName: base }),
      endpoint({ address: six, port: 443, serverName: base, unreachable, speaksTls: unreachable === null }),
    ),
    ...ipv4Zone,
  },
});
/** A second IPv6 address beside one that refuses port 80. */
const second = (more: RoutingEvidence['connections'], blockedBy?: string): Given => {
  const { change, more: kinds } = over6(null, unseen('refused', 'no-address'));
  return {
    more: kinds ?? {},
    change: {
      hosts: [exampleHost(base, { ipv6: seen([six, other]) })],
      addresses: [exampleAddress(other, blockedBy === undefined ? {} : { blockedBy })],
      connections: [...(change?.connections ?? []), ...more],
    },
  };
};
const other = '2001:db8::81';
const at = (accepted: RoutingEvidence['connections'][number]['accepted']) => [
  { host: base, address: other, port: 80, accepted },
];

const rows: readonly Row[] = [
  [ip6WebUnreachable, 'one of two addresses answers', second(at(seen(true))), 'pass'],
  [ip6WebUnreachable, 'both refuse', second(at(unseen('refused', 'no-address'))), 'fail', /::80\]:80: .*::81\]:80/s],
  [ip6WebUnreachable, 'one refuses, one is silent', second(at(lost)), 'fail'],
  [ip6WebUnreachable, 'one was not tried', second([]), 'inconclusive', /::81\]:80 was not tried/],
  [ip6WebUnreachable, 'one cannot be tried', second([], '2002::/16 6to4'), 'fail', /port 80:/],

  [ip6WebUnreachable, 'both answer', {}, 'pass'],
  [ip6WebUnreachable, '443 refused over IPv6', over6(refused, seen(true)), 'fail', /port 443/],
  [ip6WebUnreachable, '80 refused over IPv6', over6(null, unseen('refused', 'no-address')), 'fail', /port 80:/],
  [ip6WebUnreachable, 'silence, while another address answers', over6(timedOut, seen(true)), 'fail'],
  [ip6WebUnreachable, 'silence alone', over6(timedOut, lost), 'inconclusive', /no other IPv6 address/],
  [ip6WebUnreachable, 'no route here', { change: { ipv6Here: false } }, 'inconclusive', /no route for IPv6/],
  [ip6WebUnreachable, 'no AAAA record', web({ ipv6: seen([]) }), 'not-applicable'],
  [ip6WebUnreachable, 'no answer for AAAA', web({ ipv6: lost }), 'inconclusive'],
  [ip6WebUnreachable, 'no host at all', { change: empty.routing }, 'not-applicable'],
];

testRows(rows);
