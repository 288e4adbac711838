import type { Zone, ZoneRecord } from './zone.ts';

const servers = ['ns1.nic.lab', 'ns2.nic.lab'];
const web: ZoneRecord = ['@', 'A', '203.0.113.101'];

interface FaultyZone extends Zone {
  readonly what: string;
}

const zone = (origin: string, what: string, records: readonly ZoneRecord[], more: Partial<Zone> = {}): FaultyZone => ({
  origin: `${origin}.lab`,
  what,
  nameServers: servers,
  records: [web, ...records],
  ...more,
});

/** Zones with a fault in their data; their servers are sound. */
export const zoneFaults: readonly FaultyZone[] = [
  zone('ns-unregistered', 'A name server below a domain that nobody owns', [], {
    nameServers: ['ns1.nic.lab', 'ns1.nobody-owns-this.lab'],
  }),
  zone('ns-held', 'A name server below a domain that is registered, but on hold', [], {
    nameServers: ['ns1.nic.lab', 'ns1.on-hold.lab'],
  }),
  zone('soa-timers', 'Expire below refresh', [], { timers: '86400 3600 3600 300' }),
  zone('soa-provider', 'Timers of a large provider: short, and none above another', [], { timers: '900 900 1800 60' }),
  zone('soa-hidden', 'A primary that is none of the name servers', [], { primary: 'hidden.nic.lab' }),
  zone('alias-broken', 'www is an alias of a name that does not exist', [['www', 'CNAME', 'gone.alias-broken.lab.']]),
  zone('alias-unregistered', 'www is an alias into an unregistered domain', [
    ['www', 'CNAME', 'shop.nobody-owns-this.lab.'],
  ]),
  zone('alias-good', 'www is an alias of a site', [['www', 'CNAME', 'good.lab.']]),
  zone('private-address', 'www has an address of an internal network', [['www', 'A', '10.1.2.3']]),
  // Priority 1, the owner itself, and `mandatory` for a port parameter that is missing.
  zone('https-record-odd', 'An HTTPS record without its mandatory key', [['@', 'HTTPS', '\\# 9 000100000000020003']]),
  zone('txt-secret', 'A key of an interface in a TXT record', [['@', 'TXT', '"api_key=5f1c09a7e3b24d68"']]),
  zone('txt-tokens', 'Verifications of services in TXT records', [
    ['@', 'TXT', '"MS=ms12345678"'],
    ['@', 'TXT', '"docusign=1b0a6754-49b1-4db5-8540-d2c12664b289"'],
  ]),
  // The TTL follows the owner.
  zone('ttl-long', 'An address that is cached for a month', [['@ 2592000', 'AAAA', '2001:db8:113::101']]),
  zone('sec-one-server-unsigned', 'Signed, but one of two name servers has the zone without signatures', [], {
    nameServers: ['ns1.nic.lab', 'odd2.nic.lab'],
    signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec3' },
  }),
  zone(
    'sec-one-server-expired',
    'The signatures of one of two name servers ended yesterday, those of the other are fresh',
    [],
    {
      nameServers: ['live1.nic.lab', 'live2.nic.lab'],
      signing: {
        algorithm: 'ECDSAP256SHA256',
        denial: 'nsec',
        own: { keys: [{ material: 'p256', algorithm: 13 }], live: { by: 'own', expiredAt: 'live2' } },
      },
    },
  ),
  zone('no-mx', 'Addresses, and neither MX nor null MX', []),
];
