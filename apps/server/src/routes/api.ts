import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import { addAccountRoutes } from './account/routes.ts';
import type { AuditRoutesOptions } from './audit/options.ts';
import { addAuditRoutes } from './audit/routes.ts';
import { addChecksRoute } from './checks/routes.ts';
import { addCompareRoute } from './compare/routes.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addSessionRoutes } from './session/routes.ts';
import { addUsageRoute } from './usage/routes.ts';

/** What the API works with. */
export interface ApiOptions extends AuditRoutesOptions {
  identity: Identity;
}

/** Everything under /api but verification, which stands with its pages. */
export function addApi(http: Http, options: ApiOptions): void {
  addAuditRoutes(http, options);
  addAccountRoutes(http, options.identity);
  addSessionRoutes(http, options.identity);
  addKeyRoutes(http, options.identity);
  addUsageRoute(http, options);
  addCompareRoute(http, options);
  addChecksRoute(http);
}
