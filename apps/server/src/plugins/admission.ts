import type { Http } from '../http/http.ts';
import type { CountRequest } from '../rate-limits/counters.ts';
import { addRefusals } from './access/admit.ts';
import { addAuthentication, type AuthenticationOptions } from './authentication.ts';
import { addDeadline } from './deadline.ts';
import { addDraining } from './draining.ts';
import { addHostCheck } from './host.ts';
import { addJsonBody } from './json-body.ts';
import { addNoRateLimit, addRateLimit } from './rate-limit.ts';
import { addUnknownRoutes } from './unknown-routes.ts';

/** What decides whether a request reaches its route. */
export interface AdmissionOptions {
  identity: AuthenticationOptions;
  /** Null if a proxy in front limits callers. */
  count: CountRequest | null;
  onClosing: () => void;
}

/**
 * The checks before a route, in this order: every request is counted, also a refused one, and only counted requests
 * continue.
 */
export function addAdmission(http: Http, { identity, count, onClosing }: AdmissionOptions): void {
  addDeadline(http);
  addDraining(http, onClosing);
  addAuthentication(http, identity);
  if (count === null) addNoRateLimit(http);
  else addRateLimit(http, count);
  addRefusals(http);
  addHostCheck(http);
  addUnknownRoutes(http);
  addJsonBody(http);
}
