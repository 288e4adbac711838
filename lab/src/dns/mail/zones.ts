import { dkimZones } from './dkim.data.ts';
import { dmarcZones } from './dmarc.data.ts';
import type { MailZone } from './mail-zone.ts';
import { realisticZones } from './realistic.data.ts';
import { spfZones } from './spf.data.ts';
import { type MailDigests, transportZones } from './transport.ts';

/** Every mail zone, with digests of the generated certificates; none has a web site. */
export const mailZonesWith = (digests: MailDigests): readonly MailZone[] => [
  ...spfZones,
  ...dmarcZones,
  ...dkimZones,
  ...realisticZones,
  ...transportZones(digests),
];

/** The same zones, for their names and descriptions only. */
export const mailZones: readonly MailZone[] = mailZonesWith({
  key: '',
  certificate: '',
  issuerKey: '',
  twoKeys: ['', ''],
});
