/** Every server of the lab has an address in one of these. */
export const serverNetworks = ['203.0.113.0/24', '192.0.2.0/24', '198.18.0.0/24'] as const;

/** The same servers by IPv6: the last groups are the last octet of the IPv4 address, digit for digit, and before it 2 or 3 for the second or third network. */
export const serverNetwork6 = '2001:db8:113::/48';

/** Where the audits come from. */
export const scannerAddress = '198.51.100.10';
export const scannerAddress6 = '2001:db8:51::10';

/** The other end of the scanner's link. */
export const routerAddress = '198.51.100.1';
export const routerAddress6 = '2001:db8:51::1';

/** The validating resolver. It asks from addresses of its own, so that a capture tells its questions from those of audits. */
export const resolverAddress = '198.51.100.53';
export const resolverAddress6 = '2001:db8:51::53';

/** The name servers, one daemon per role so that referrals are real. */
export const nameServers = {
  root: '203.0.113.1',
  tld: '203.0.113.2',
  ns1: '192.0.2.253',
  ns2: '203.0.113.12',
} as const;

/** Name servers with faults, of our own; the third one's are in what it says of names that are not its own. */
export const oddServers = {
  odd1: '203.0.113.13',
  odd2: '203.0.113.14',
  odd3: '203.0.113.15',
} as const;

/** The server of our own that signs as it is asked, in two networks. */
export const liveServers = { live1: '203.0.113.17', live2: '192.0.2.252' } as const;

/** Knot and PowerDNS, which sign as they are asked. */
export const liveDaemons = { knot: '203.0.113.18', powerdns: '203.0.113.19' } as const;

/** BIND, as it should not be configured. */
export const bindServer = '203.0.113.16';

/** A name that open resolvers are asked for. */
export const recursionName = 'a.nic.lab';

/** The name server of hostile-dns.lab. */
export const hostileNameServer = '203.0.113.98';

/** Ports inside the namespace of servers that insist on all addresses; a forwarder gives them their own address. */
export const forwardedPorts = { 'gnutls.lab': 10444, 'nss.lab': 10443 } as const;

/** The only special ranges that an audit inside the lab may reach. */
export const allowedNetworks = [...serverNetworks, serverNetwork6].join(',');

/** The IPv6 address that belongs to a server's IPv4 address. */
export function ipv6Of(address: string): string {
  const lastOctet = address.slice(address.lastIndexOf('.') + 1);
  const network = serverNetworks.findIndex((one) => address.startsWith(one.slice(0, one.lastIndexOf('.') + 1))) + 1;
  return `2001:db8:113::${network > 1 ? `${network}:` : ''}${lastOctet}`;
}

/** Networks of special purpose (RFC 6890) in which nothing of the lab stands. The resolver keeps out, so what is sent there is the scanner's. */
export const unusedNetworks = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fd00::/8',
] as const;
