import { hostsWith } from '../../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../../evidence/endpoints/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';

/** Other web hosts of the audit at the same address. */
export const otherNamesAt = ({ address, serverName }: TlsEndpoint, endpoints: EndpointsEvidence): string[] =>
  hostsWith(endpoints, 'web')
    .filter(
      ({ host, addresses }) => host !== serverName && addresses.some((one) => one.address === address && one.allowed),
    )
    .map(({ host }) => host);
