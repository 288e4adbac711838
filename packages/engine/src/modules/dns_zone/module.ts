import { defineModule } from '../../catalogue/module.ts';
import * as delegation from './delegation/all.ts';
import * as records from './records/all.ts';
import * as servers from './servers/all.ts';
import * as soa from './soa/soa.ts';

/** The zone of the target from both sides: its delegation, its name servers, and its basic records. */
export const dnsZone = defineModule({
  id: 'dns_zone',
  title: 'DNS zone',
  category: 'dns_email',
  topics: [delegation, records, servers, soa],
});
