import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listAccountsRoute, setPlanRoute } from './accounts.ts';
import { administerRoutes } from './disable.ts';
import { optOutRoutes } from './opt-outs.ts';
import { statusRoute } from './status.ts';

/** Adds the routes for administrators' sessions. */
export function addAdministrationRoutes(http: Http, identity: Identity): void {
  listAccountsRoute(http, identity);
  setPlanRoute(http, identity);
  administerRoutes(http, identity);
  optOutRoutes(http, identity);
  statusRoute(http, identity);
}
