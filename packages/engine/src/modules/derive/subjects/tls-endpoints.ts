import { allEndpointsOf, endpointsOf } from '../../../catalogue/endpoints.ts';
import { notApplicable } from '../../../catalogue/outcome.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import { surveyTls } from '../tls/endpoints.ts';
import { narrow } from '../../../catalogue/check-of.ts';
import { acceptsAny, everyVersion } from '../../../evidence/tls/inventory.ts';

/** Every endpoint of the TLS inventory. */
export const eachEndpoint = endpointsOf({ needs: ['tls'], survey: ({ tls }) => surveyTls(tls) });

/** Every endpoint that supports more than SSL 2.0; otherwise not applicable. */
export const aboveSsl2 = narrow(eachEndpoint, (endpoint) =>
  acceptsAny(endpoint, everyVersion) === false
    ? notApplicable('Only SSL 2.0 is accepted, which does not have it')
    : { of: endpoint },
);

/** All endpoints of the TLS inventory as one subject. */
export const everyTlsEndpoint = allEndpointsOf({ needs: ['tls'], survey: ({ tls }) => surveyTls(tls) });

/** Every endpoint that speaks TLS, with the results of the vulnerability tests. */
export const testedEndpoint = narrow(
  eachEndpoint,
  (tls, { vulnerabilities }) => ({
    of: { tls, flaws: vulnerabilities.endpoints.find((one) => isSamePlace(one, tls)) ?? null },
  }),
  { needs: ['vulnerabilities'] },
);
