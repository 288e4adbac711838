import { aPlusSites } from '../sites/a-plus-sites.data.ts';
import { text, type Zone, type ZoneRecord } from './zone.ts';

/** Correct records of a domain without mail (RFC 7505, RFC 7208 section 10.1.2, RFC 9989). */
const mailless = (host: string): readonly ZoneRecord[] => [
  ['@', 'MX', '0 .'],
  ['@', 'TXT', text(host === 'aplus-spf.lab' ? 'no SPF here' : 'v=spf1 -all')],
  ['_dmarc', 'TXT', text(`v=DMARC1; p=${host === 'aplus-dmarc.lab' ? 'none' : 'reject'}`)],
  ['@', 'CAA', '0 issue "pki.lab"'],
  ['@', 'CAA', '0 issuewild ";"'],
];

/** The zones of sites that meet, or narrowly miss, the requirements of an A+. */
export const aPlusZones: Readonly<Record<string, Partial<Zone>>> = Object.fromEntries(
  Object.keys(aPlusSites).map((host): [string, Partial<Zone>] => [
    host,
    {
      records: mailless(host),
      ...(host === 'aplus-signed.lab' ? {} : { signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec3' } }),
    },
  ]),
);
