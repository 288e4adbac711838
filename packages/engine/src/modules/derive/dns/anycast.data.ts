/** Autonomous systems that run anycast name servers, with their operators. */
export const anycastSystems: Readonly<Record<number, string>> = {
  42: 'Packet Clearing House', // https://www.peeringdb.com/asn/42
  13335: 'Cloudflare', // https://www.peeringdb.com/asn/13335
  15169: 'Google', // https://www.peeringdb.com/asn/15169
};
