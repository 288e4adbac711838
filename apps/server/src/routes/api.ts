import type { Http } from '../http/http.ts';
import { addAccountRoutes } from './account/routes.ts';
import { addActivityRoute } from './activity/routes.ts';
import { addAdministrationRoutes } from './administration/routes.ts';
import { addAuditRoutes } from './audit/routes.ts';
import { addSharingRoutes, type SharingOptions } from './sharing/routes.ts';
import { addChecksRoute } from './checks/routes.ts';
import { addBatchRoutes } from './batches/routes.ts';
import { addCompareRoute } from './compare/routes.ts';
import { addDomainRoutes } from './domains/routes.ts';
import { addControlRoutes, type ControlParts } from './controls/routes.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addPasskeyRoutes } from './passkeys/routes.ts';
import { addSecondFactorRoutes } from './second-factor/routes.ts';
import { addSessionRoutes } from './session/routes.ts';
import { addTeams } from './team/routes.ts';
import { addUsageRoute } from './usage/routes.ts';

/** What the API needs. */
export interface ApiOptions extends SharingOptions, ControlParts {}

/** Adds everything under /api except verification, which is added with its pages. */
export function addApi(http: Http, options: ApiOptions): void {
  addAuditRoutes(http, options);
  addAccountRoutes(http, options);
  addAdministrationRoutes(http, options.identity);
  addSecondFactorRoutes(http, options.identity);
  addPasskeyRoutes(http, options.identity);
  addActivityRoute(http, options.identity);
  addSessionRoutes(http, options.identity);
  addKeyRoutes(http, options);
  addTeams(http, options.identity);
  addUsageRoute(http, options);
  addBatchRoutes(http, options);
  addSharingRoutes(http, options);
  addCompareRoute(http, options);
  addDomainRoutes(http, options);
  addControlRoutes(http, options);
  addChecksRoute(http);
}
