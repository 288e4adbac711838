import { defineModule } from '../../catalogue/module.ts';
import * as addresses from './addresses.ts';
import * as authorisations from './authorisations/standing.ts';
import * as cookies from './cookies.ts';
import * as exposure from './exposure.ts';
import * as hosts from './hosts.ts';
import * as inventory from './inventory.ts';
import * as references from './references.ts';
import * as takeover from './takeover.ts';

/** Names below the domain: where they lead, and whether strangers can take them over. */
export const subdomains = defineModule({
  id: 'subdomains',
  title: 'Subdomains',
  category: 'network',
  topics: [takeover, references, authorisations, cookies, addresses, hosts, exposure, inventory],
});
