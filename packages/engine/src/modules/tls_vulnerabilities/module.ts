import { defineModule } from '../../catalogue/module.ts';
import * as implementation from './implementation/all.ts';
import * as neighbours from './neighbours/all.ts';
import * as protocol from './protocol/all.ts';

/** Named attacks: implementation flaws, and weaknesses through old protocols and other services. */
export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  topics: [implementation, neighbours, protocol],
});
