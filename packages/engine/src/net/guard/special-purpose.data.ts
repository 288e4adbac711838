/** One range that the guard refuses: CIDR, purpose, and source. */
export interface SpecialPurposeRange {
  cidr: string;
  name: string;
  source: string;
}

/** The month of IANA's registries below. */
export const specialPurposeDate = '2025-10-01';

/** IANA's IPv4 Special-Purpose Address Registry as of October 2025. Globally reachable rows are refused too, because no website uses them. */
export const ianaSpecialPurpose4: readonly SpecialPurposeRange[] = [
  { cidr: '0.0.0.0/8', name: 'This network', source: 'RFC 791 section 3.2' },
  { cidr: '0.0.0.0/32', name: 'This host on this network', source: 'RFC 1122 section 3.2.1.3' },
  { cidr: '10.0.0.0/8', name: 'Private-Use', source: 'RFC 1918' },
  { cidr: '100.64.0.0/10', name: 'Shared Address Space', source: 'RFC 6598' },
  { cidr: '127.0.0.0/8', name: 'Loopback', source: 'RFC 1122 section 3.2.1.3' },
  { cidr: '169.254.0.0/16', name: 'Link Local', source: 'RFC 3927' },
  { cidr: '172.16.0.0/12', name: 'Private-Use', source: 'RFC 1918' },
  { cidr: '192.0.0.0/24', name: 'IETF Protocol Assignments', source: 'RFC 6890 section 2.1' },
  { cidr: '192.0.0.0/29', name: 'IPv4 Service Continuity Prefix', source: 'RFC 7335' },
  { cidr: '192.0.0.8/32', name: 'IPv4 dummy address', source: 'RFC 7600' },
  { cidr: '192.0.0.9/32', name: 'Port Control Protocol Anycast', source: 'RFC 7723' },
  { cidr: '192.0.0.10/32', name: 'Traversal Using Relays around NAT Anycast', source: 'RFC 8155' },
  { cidr: '192.0.0.170/32', name: 'NAT64/DNS64 Discovery', source: 'RFC 8880, RFC 7050 section 2.2' },
  { cidr: '192.0.0.171/32', name: 'NAT64/DNS64 Discovery', source: 'RFC 8880, RFC 7050 section 2.2' },
  { cidr: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', source: 'RFC 5737' },
  { cidr: '192.31.196.0/24', name: 'AS112-v4', source: 'RFC 7535' },
  { cidr: '192.52.193.0/24', name: 'AMT', source: 'RFC 7450' },
  { cidr: '192.88.99.0/24', name: 'Deprecated 6to4 Relay Anycast', source: 'RFC 7526' },
  { cidr: '192.88.99.2/32', name: '6a44 relay anycast address', source: 'RFC 6751' },
  { cidr: '192.168.0.0/16', name: 'Private-Use', source: 'RFC 1918' },
  { cidr: '192.175.48.0/24', name: 'Direct Delegation AS112 Service', source: 'RFC 7534' },
  { cidr: '198.18.0.0/15', name: 'Benchmarking', source: 'RFC 2544' },
  { cidr: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', source: 'RFC 5737' },
  { cidr: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', source: 'RFC 5737' },
  { cidr: '240.0.0.0/4', name: 'Reserved', source: 'RFC 1112 section 4' },
  { cidr: '255.255.255.255/32', name: 'Limited Broadcast', source: 'RFC 8190, RFC 919 section 7' },
];

/** The rows of IANA's IPv6 Special-Purpose Address Registry as of October 2025. */
export const ianaSpecialPurpose6: readonly SpecialPurposeRange[] = [
  { cidr: '::1/128', name: 'Loopback Address', source: 'RFC 4291 section 2.5.3' },
  { cidr: '::/128', name: 'Unspecified Address', source: 'RFC 4291 section 2.5.2' },
  { cidr: '::ffff:0:0/96', name: 'IPv4-mapped Address', source: 'RFC 4291 section 2.5.5.2' },
  { cidr: '64:ff9b::/96', name: 'IPv4-IPv6 Translation', source: 'RFC 6052' },
  { cidr: '64:ff9b:1::/48', name: 'IPv4-IPv6 Translation', source: 'RFC 8215' },
  { cidr: '100::/64', name: 'Discard-Only Address Block', source: 'RFC 6666' },
  { cidr: '100:0:0:1::/64', name: 'Dummy IPv6 Prefix', source: 'RFC 9780' },
  { cidr: '2001::/23', name: 'IETF Protocol Assignments', source: 'RFC 2928' },
  { cidr: '2001::/32', name: 'TEREDO', source: 'RFC 4380, RFC 8190' },
  { cidr: '2001:1::1/128', name: 'Port Control Protocol Anycast', source: 'RFC 7723' },
  { cidr: '2001:1::2/128', name: 'Traversal Using Relays around NAT Anycast', source: 'RFC 8155' },
  { cidr: '2001:1::3/128', name: 'DNS-SD Service Registration Protocol Anycast', source: 'RFC 9665' },
  { cidr: '2001:2::/48', name: 'Benchmarking', source: 'RFC 5180' },
  { cidr: '2001:3::/32', name: 'AMT', source: 'RFC 7450' },
  { cidr: '2001:4:112::/48', name: 'AS112-v6', source: 'RFC 7535' },
  { cidr: '2001:10::/28', name: 'Deprecated ORCHID', source: 'RFC 4843' },
  { cidr: '2001:20::/28', name: 'ORCHIDv2', source: 'RFC 7343' },
  { cidr: '2001:30::/28', name: 'Drone Remote ID Protocol Entity Tags', source: 'RFC 9374' },
  { cidr: '2001:db8::/32', name: 'Documentation', source: 'RFC 3849' },
  { cidr: '2002::/16', name: '6to4', source: 'RFC 3056' },
  { cidr: '2620:4f:8000::/48', name: 'Direct Delegation AS112 Service', source: 'RFC 7534' },
  { cidr: '3fff::/20', name: 'Documentation', source: 'RFC 9637' },
  { cidr: '5f00::/16', name: 'Segment Routing (SRv6) SIDs', source: 'RFC 9602' },
  { cidr: 'fc00::/7', name: 'Unique-Local', source: 'RFC 4193, RFC 8190' },
  { cidr: 'fe80::/10', name: 'Link-Local Unicast', source: 'RFC 4291 section 2.5.6' },
];

/** Other ranges outside of global unicast. */
export const otherRefused: readonly SpecialPurposeRange[] = [
  { cidr: '224.0.0.0/4', name: 'Multicast', source: 'RFC 5771' },
  { cidr: 'ff00::/8', name: 'Multicast', source: 'RFC 4291 section 2.7' },
  { cidr: '::/96', name: 'IPv4-compatible Address', source: 'RFC 4291 section 2.5.5.1' },
  { cidr: 'fec0::/10', name: 'Deprecated site-local unicast', source: 'RFC 3879' },
];

/** Addresses at which clouds provide credentials to their machines: allowed only individually, never by a wider range. */
export const cloudMetadata: readonly SpecialPurposeRange[] = [
  { cidr: '169.254.169.254/32', name: 'Cloud metadata', source: 'AWS, Azure, Google Cloud, OpenStack and others' },
  { cidr: '100.100.100.200/32', name: 'Cloud metadata', source: 'Alibaba Cloud' },
  { cidr: 'fd00:ec2::254/128', name: 'Cloud metadata', source: 'AWS' },
  { cidr: '168.63.129.16/32', name: 'Cloud metadata', source: 'Azure' },
];
