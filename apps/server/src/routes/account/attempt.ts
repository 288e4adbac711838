import { networkOf } from '../../credentials/network.ts';
import type { HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { addressOf } from '../../plugins/authentication.ts';

/** Counts an attempt on a route without an account; returns the network. Throws rate_limited. */
export async function countAttempt({ throttle }: Pick<Identity, 'throttle'>, request: HttpRequest): Promise<string> {
  const network = networkOf(addressOf(request));
  await throttle.attempt(network);
  return network;
}
