import { defineModule } from '../../catalogue/module.ts';
import { delegationChecks } from './delegation/all.ts';
import { recordChecks } from './records/all.ts';
import * as registration from './registration/registration.ts';
import { serverChecks } from './servers/all.ts';
import * as soa from './soa/soa.ts';

/** The zone of the target from both sides: its delegation, its name servers, and the records that everything starts from. */
export const dnsZone = defineModule({
  id: 'dns_zone',
  title: 'DNS zone',
  category: 'dns_email',
  checks: [
    ...delegationChecks,
    ...serverChecks,
    soa.dnsMultipleSoa,
    soa.dnsSoaSerialDrift,
    soa.dnsSoaTimers,
    soa.dnsSoaRnameMname,
    ...recordChecks,
    registration.dnsRegistrationExpiry,
    registration.dnsRegistrationLock,
  ],
});
