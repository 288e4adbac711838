import { defineModule } from '../../catalogue/module.ts';
import * as cryptography from './cryptography/all.ts';
import * as handshake from './handshake/all.ts';
import * as overview from './overview/all.ts';
import * as sessions from './sessions/all.ts';

/** Protocol versions, cipher suites, groups, signatures and extensions of every probed address. */
export const tlsConfiguration = defineModule({
  id: 'tls_configuration',
  title: 'TLS configuration',
  category: 'tls',
  topics: [cryptography, handshake, overview, sessions],
});
