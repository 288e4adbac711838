import { defineModule } from '../../catalogue/module.ts';

/** Protocol versions, cipher suites, groups, signatures and extensions of every probed address. */
export const tlsConfiguration = defineModule({
  id: 'tls_configuration',
  title: 'TLS configuration',
  category: 'tls',
  checks: [],
});
