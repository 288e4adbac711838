import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { endpointHost } from '../../evidence/endpoints/example.ts';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import { exampleHost } from '../../evidence/routing/example.ts';
import type { RoutingEvidence } from '../../evidence/routing/schema.ts';
import { refused, silent as quiet } from '../derive/http/testing/evidence.ts';
import { endpoint, tls12Only, tlsOf } from '../derive/tls/testing/evidence.ts';
import { ip6Mx, ip6Ns, ip6TlsDiffers, ip6WebDiffers, ip6WebMissing } from './ipv6.ts';
import { base, evidenceOf, four, type Given, ipv4Zone, type Row, six, testRows, zoneAt } from './testing/evidence.ts';

const lost = unseen('timeout', 'no-address');
const web = (change: Partial<RoutingEvidence['hosts'][number]>): Given => ({
  change: { hosts: [exampleHost(base, change)] },
});
const families = (ipv6: Partial<NonNullable<BehaviourEvidence['families']['ipv6']>>): Given => {
  const { behaviour } = evidenceOf({});
  const { ipv4 } = behaviour.families;
  return { more: { behaviour: { ...behaviour, families: { ipv4, ipv6: ipv4 && { ...ipv4, ...ipv6 } } } } };
};

/** No document over two families, at a host with these addresses. */
const seenAt = (...addresses: readonly string[]): Given => {
  const { http } = evidenceOf({});
  const found = addresses.map((address) => ({ address, exchange: http.finalDocument ?? '' }));
  return { more: { behaviour: { ...noBehaviour, notAsked: null }, http: { ...http, addresses: found } } };
};

const nameServers = (...ipv6: readonly string[]): Given => ({
  change: {
    hosts: [0, 1].map((at) =>
      exampleHost(`ns${at}.${base}`, { role: 'name-server', ipv6: seen(ipv6[at] === undefined ? [] : [ipv6[at]]) }),
    ),
  },
});
const mail = (change: Partial<RoutingEvidence['hosts'][number]>): Given => ({
  change: { hosts: [exampleHost(`mail.${base}`, { role: 'mail', ...change })] },
});

const rows: readonly Row[] = [
  [ip6WebMissing, 'both', {}, 'pass'],
  [ip6WebMissing, 'IPv4 alone', web({ ipv6: seen([]) }), 'fail', /dig AAAA site\.lab/],
  [ip6WebMissing, 'no answer', web({ ipv6: lost }), 'inconclusive'],
  [ip6WebMissing, 'no AAAA, and no answer for A', web({ ipv4: lost, ipv6: seen([]) }), 'inconclusive', /^site\.lab: /],
  [ip6WebMissing, 'AAAA, and no answer for A', web({ ipv4: lost }), 'pass'],
  [ip6WebMissing, 'no site', web({ ipv4: seen([]), ipv6: seen([]) }), 'not-applicable'],
  [
    ip6WebMissing,
    'nothing but refusals',
    { ...web({ ipv6: seen([]) }), more: { http: refused.http } },
    'not-applicable',
  ],
  [ip6WebMissing, 'silence', { ...web({ ipv6: seen([]) }), more: { http: quiet.http } }, 'fail'],
  [ip6WebDiffers, 'the same page', {}, 'pass'],
  [ip6WebDiffers, 'a few other words', families({ simhash: '0123456789abcd00' }), 'pass'],
  [ip6WebDiffers, 'another page', families({ simhash: 'fedcba9876543210' }), 'fail', /64 of 64 bits[^]*curl -\$f -ski/],
  [ip6WebDiffers, 'an error', families({ status: 502 }), 'fail', /200 over IPv4, 502 over IPv6/],
  [ip6WebDiffers, 'another number of the same class', families({ status: 203 }), 'pass'],
  [ip6WebDiffers, 'one family', { more: { behaviour: { ...noBehaviour, notAsked: null } } }, 'not-applicable'],
  [ip6WebDiffers, 'no site', { more: { behaviour: noBehaviour, http: refused.http } }, 'not-applicable'],
  [
    ip6WebDiffers,
    'not asked, at an address of one family',
    { more: { behaviour: noBehaviour, endpoints: { hosts: [endpointHost(base, [four])] } } },
    'not-applicable',
    /addresses of one family/,
  ],
  [ip6WebDiffers, 'not asked', { more: { behaviour: noBehaviour } }, 'inconclusive'],
  [
    ip6WebDiffers,
    'no site',
    { more: { behaviour: noBehaviour, endpoints: refused.endpoints, http: refused.http } },
    'not-applicable',
  ],
  [ip6WebDiffers, 'silence', { more: { behaviour: noBehaviour, http: quiet.http } }, 'inconclusive'],
  [ip6WebDiffers, 'a host with IPv6 alone', seenAt(six), 'not-applicable', /addresses of one family/],
  [ip6WebDiffers, 'a host with both, seen over one', seenAt(four, six), 'inconclusive', /over both address families/],
  [ip6TlsDiffers, 'the same', {}, 'pass'],
  [
    ip6TlsDiffers,
    'one family each at two names',
    {
      more: tlsOf(endpoint({ address: four, serverName: base }), endpoint({ address: six, serverName: `www.${base}` })),
    },
    'not-applicable',
  ],
  [
    ip6TlsDiffers,
    'silence over IPv6',
    {
      more: tlsOf(
        endpoint({ address: four, serverName: base }),
        endpoint({ address: six, serverName: base, unreachable: { reason: 'timeout', gap: 'server-silent' } }),
      ),
    },
    'inconclusive',
  ],
  [
    ip6TlsDiffers,
    'other versions',
    {
      more: tlsOf(endpoint({ address: four, serverName: base }), {
        ...tls12Only([0xc02f]),
        address: six,
        serverName: base,
      }),
    },
    'informational',
    /IPv6: versions TLSv1\.2/,
  ],
  [ip6TlsDiffers, 'one family', { more: tlsOf(endpoint({ address: four, serverName: base })) }, 'not-applicable'],
  [
    ip6Ns,
    'two answer',
    { ...nameServers('2001:db8::53', '2001:db8::54'), more: zoneAt('2001:db8::53', '2001:db8::54') },
    'pass',
  ],
  [ip6Ns, 'one has an address', nameServers('2001:db8::53'), 'fail', /1 name server of site\.lab has/],
  [ip6Ns, 'none has', nameServers(), 'fail', /0 name servers/],
  [ip6Ns, 'none answers', { ...nameServers('2001:db8::53', '2001:db8::54'), more: ipv4Zone }, 'inconclusive'],
  [ip6Ns, 'no servers', { more: {}, change: { hosts: [] } }, 'inconclusive'],
  [ip6Mx, 'an address', mail({}), 'pass'],
  [ip6Mx, 'none', mail({ ipv6: seen([]) }), 'informational', /dig AAAA mail\.site\.lab/],
  [ip6Mx, 'no answer', mail({ ipv6: lost }), 'inconclusive'],
  [ip6Mx, 'no mail', { change: { mail: seen(false) } }, 'not-applicable'],
];

testRows(rows);
