/** One datagram to a service over UDP, of at most 100 octets. */
export interface DatagramTalk {
  service: 'ntp' | 'snmp' | 'cldap' | 'ssdp' | 'memcached' | 'ipmi' | 'portmap' | 'coap' | 'chargen' | 'qotd';
  port: number;
  /** In hex. */
  sends: string;
  what: string;
}

/** Sent only in deep audits with stated authority. */
export const datagramTalks: readonly DatagramTalk[] = [
  { service: 'ntp', port: 123, sends: '160200010000000000000000', what: 'NTP control message READVAR (RFC 9327)' },
  {
    service: 'snmp',
    port: 161,
    sends:
      '3038020103300e020101020300ffe30401040201030410300e0400020100020100040004000400301104000400a00b0201010201000201003000',
    what: 'SNMPv3 engine discovery (RFC 3414 section 4), which names no user',
  },
  {
    service: 'cldap',
    port: 389,
    sends: '3025020101632004000a01000a0100020100020100010100870b6f626a656374436c6173733000',
    what: 'search for the root of the directory (RFC 4512 section 5.1)',
  },
  {
    service: 'ssdp',
    port: 1900,
    sends:
      '4d2d534541524348202a20485454502f312e310d0a484f53543a3233392e3235352e3235352e3235303a313930300d0a4d414e3a22737364703a646973636f766572220d0a4d583a310d0a53543a75706e703a726f6f746465766963650d0a0d0a',
    what: 'M-SEARCH for root devices',
  },
  { service: 'memcached', port: 11_211, sends: '0001000000010000 76657273696f6e0d0a', what: 'version' },
  { service: 'ipmi', port: 623, sends: '0600ff06000011be80000000', what: 'RMCP presence ping' },
  {
    service: 'portmap',
    port: 111,
    sends: '506572690000000000000002000186a00000000200000004 0000000000000000 0000000000000000',
    what: 'ONC RPC: list of registered programs (RFC 1833 section 3)',
  },
  { service: 'coap', port: 5683, sends: '40010001bb2e77656c6c2d6b6e6f776e04636f7265', what: 'GET /.well-known/core' },
  { service: 'chargen', port: 19, sends: '0d0a', what: 'an empty line (RFC 864)' },
  { service: 'qotd', port: 17, sends: '0d0a', what: 'an empty line (RFC 865)' },
];
