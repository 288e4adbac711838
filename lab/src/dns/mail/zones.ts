import { dkimZones } from './dkim.data.ts';
import { dmarcZones } from './dmarc.data.ts';
import type { MailZone } from './mail-zone.ts';
import { realisticZones } from './realistic.data.ts';
import { spfZones } from './spf.data.ts';
import { type MailDigests, transportZones } from './transport.ts';

/** Every zone that shows something about mail, with the digests of the certificates that are there; none has a web site. */
export const mailZonesWith = (digests: MailDigests): readonly MailZone[] => [
  ...spfZones,
  ...dmarcZones,
  ...dkimZones,
  ...realisticZones,
  ...transportZones(digests),
];

/** The same zones, for their names and what they are there for. */
export const mailZones: readonly MailZone[] = mailZonesWith({
  key: '',
  certificate: '',
  issuerKey: '',
  twoKeys: ['', ''],
});
