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

/** What decides whether a request gets to its route. */
export interface AdmissionOptions {
  identity: AuthenticationOptions;
  /** Null where something in front limits callers. */
  count: CountRequest | null;
  onClosing: () => void;
}

/** What a request passes before its route, in this order: every request is counted, a refused one too, and only what is counted goes on. */
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
