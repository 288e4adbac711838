import { defineModule } from '../../catalogue/module.ts';

export const tlsVulnerabilities = defineModule({
  id: 'tls_vulnerabilities',
  title: 'TLS vulnerabilities',
  category: 'tls',
  checks: [],
});
