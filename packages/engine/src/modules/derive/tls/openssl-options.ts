import { opensslOldOptions } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { accepts } from '../../../evidence/tls/inventory.ts';

/** Options for the endpoint's newest version up to TLS 1.2: features removed in TLS 1.3 do not show there. */
export function classicOptions(endpoint: TlsEndpoint, ciphers?: string): readonly string[] {
  if (accepts(endpoint, 'TLSv1.2') === true) return opensslOldOptions('-tls1_2', ciphers);
  return opensslOldOptions(accepts(endpoint, 'TLSv1.1') === true ? '-tls1_1' : '-tls1', ciphers);
}
