import { isAddressless } from '../failure-text.ts';
import type { HttpChain, HttpEvidence } from '../http/schema.ts';

/**
 * True where a chain does not show the site: its start refuses connections (RST to SYN) at each address, or no address of it
 * may be connected to. Whoever accepts a connection and gives no answer may serve the site to others.
 */
export function isShut({ hops }: HttpChain, { exchanges }: HttpEvidence): boolean {
  const start = exchanges.find(({ id }) => id === hops[0]);
  const failures = exchanges
    .filter(({ url }) => url === start?.url)
    .map(({ result }) => (result.ok ? null : result.failure));
  return failures.every(
    (failure) =>
      failure !== null &&
      (failure.reason === 'refused' ||
        failure.reason === 'blocked' ||
        (failure.reason === 'unreachable' &&
          (isAddressless(failure) || failures.some((other) => other?.reason === 'refused')))),
  );
}

/** True where DNS has addresses for a site and each of them refuses connections. */
export const isSiteShut = (http: HttpEvidence): boolean =>
  http.chains.every((chain) => isShut(chain, http)) &&
  http.exchanges.some(({ result }) => !result.ok && result.failure.reason === 'refused');
