/** The networks of all lab servers. */
export const serverNetworks = ['203.0.113.0/24', '192.0.2.0/24', '198.18.0.0/24'] as const;

/**
 * The servers' IPv6 network: the last group is the last byte of the IPv4 address in decimal digits, preceded by 2 or 3
 * for the second or third network.
 */
export const serverNetwork6 = '2001:db8:113::/48';

/** The source address of audits. */
export const scannerAddress = '198.51.100.10';
export const scannerAddress6 = '2001:db8:51::10';

/** The other end of the scanner's link. */
export const routerAddress = '198.51.100.1';
export const routerAddress6 = '2001:db8:51::1';

/** The validating resolver. It sends queries from separate addresses, so that captures distinguish them from audits. */
export const resolverAddress = '198.51.100.53';
export const resolverAddress6 = '2001:db8:51::53';

/** The name servers, one daemon per role so that referrals are real. */
export const nameServers = {
  root: '203.0.113.1',
  tld: '203.0.113.2',
  ns1: '192.0.2.253',
  ns2: '203.0.113.12',
} as const;

/** Our own name servers with faults; the third one's concern names outside its zones. */
export const oddServers = {
  odd1: '203.0.113.13',
  odd2: '203.0.113.14',
  odd3: '203.0.113.15',
} as const;

/** Our online-signing server, in two networks. */
export const liveServers = { live1: '203.0.113.17', live2: '192.0.2.252' } as const;

/** Knot and PowerDNS as online signers. */
export const liveDaemons = { knot: '203.0.113.18', powerdns: '203.0.113.19' } as const;

/** BIND in an insecure configuration. */
export const bindServer = '203.0.113.16';

/** The name that is queried to detect open resolvers. */
export const recursionName = 'a.nic.lab';

/** The name server of hostile-dns.lab. */
export const hostileNameServer = '203.0.113.98';

/** Ports of servers that always listen on all addresses; a forwarder gives them their own address. */
export const forwardedPorts = { 'gnutls.lab': 10444, 'nss.lab': 10443 } as const;

/** The special-purpose ranges that an audit inside the lab may reach. */
export const allowedNetworks = [...serverNetworks, serverNetwork6].join(',');

/** The IPv6 address that belongs to a server's IPv4 address. */
export function ipv6Of(address: string): string {
  const lastOctet = address.slice(address.lastIndexOf('.') + 1);
  const network = serverNetworks.findIndex((one) => address.startsWith(one.slice(0, one.lastIndexOf('.') + 1))) + 1;
  return `2001:db8:113::${network > 1 ? `${network}:` : ''}${lastOctet}`;
}

/**
 * Special-purpose networks (RFC 6890) that the lab does not use. The resolver avoids them, so any packet to them is the
 * scanner's.
 */
export const unusedNetworks = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fd00::/8',
] as const;
