import { echConfig, echConfigList } from '@perimeter/protocols/tls/testing/ech-config';
import { httpsRecord, opaque, type Zone } from './zone.ts';

const ech = (publicName: string): Uint8Array => echConfigList(echConfig(publicName));

/** HTTPS records of sites that advertise alternatives (HTTP/3, other hosts, ECH). */
export const advertisedZones: Readonly<Record<string, Partial<Zone>>> = {
  'http3-live.lab': {
    records: [
      [
        '@',
        'TYPE65',
        opaque(httpsRecord(['h3', 'http/1.1'], { ipv4Hint: '198.18.0.127', ech: ech('http3-live.lab') })),
      ],
    ],
  },
  'advertised-odd.lab': {
    records: [
      ['@', 'TYPE65', opaque(httpsRecord(['h2', 'http/1.1'], { ipv4Hint: '198.18.0.126', ech: ech('good.lab') }))],
    ],
  },
};
