import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changeRoute, endRoute } from './change.ts';
import { createRoute, fileRoute, listRoute } from './make.ts';
import { waiversOfAuditRoute } from './of-audit.ts';

/** Adds the routes to list, create, change and delete waivers, and to read their effect on a report. */
export function addWaiverRoutes(http: Http, identity: Identity): void {
  listRoute(http, identity);
  fileRoute(http, identity);
  createRoute(http, identity);
  changeRoute(http, identity);
  endRoute(http, identity);
  waiversOfAuditRoute(http, identity);
}
