import { dkimZones } from './dkim.data.ts';
import { dmarcZones } from './dmarc.data.ts';
import type { MailZone } from './mail-zone.ts';
import { realisticZones } from './realistic.data.ts';
import { spfZones } from './spf.data.ts';

/** Every zone that shows something about mail; none has a web site. */
export const mailZones: readonly MailZone[] = [...spfZones, ...dmarcZones, ...dkimZones, ...realisticZones];
