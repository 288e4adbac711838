import { defineModule } from '../../catalogue/module.ts';
import * as implementation from './implementation/all.ts';
import * as neighbours from './neighbours/all.ts';
import * as protocol from './protocol/all.ts';

/** Attacks with a name: flaws of implementations, and what old protocols and neighbours open. */
export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  topics: [implementation, neighbours, protocol],
});
