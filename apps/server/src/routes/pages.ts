import type { Documents } from '../documents/documents.ts';
import type { Http } from '../http/http.ts';
import type { DashboardOptions } from './dashboard/options.ts';
import { addDashboard } from './dashboard/routes.ts';
import { addBadge } from './controls/badge.ts';
import { addHealthRoutes } from './health/routes.ts';
import { addOpenapiRoute } from './openapi/routes.ts';
import { addVerifyRoutes } from './verify/routes.ts';
import { addSecurityTxt } from './well-known/security-txt.ts';

/** What the pages need. */
export interface PagesOptions extends DashboardOptions {
  isReady: () => Promise<boolean>;
  documents: Pick<Documents, 'db' | 'keys'>;
}

/** Adds everything outside the API (pages, assets, health), and verification with its page. */
export async function addPages(http: Http, options: PagesOptions): Promise<void> {
  const { isReady, documents, web } = options;
  await addDashboard(http, options);
  addBadge(http, options);
  addHealthRoutes(http, isReady);
  addOpenapiRoute(http);
  addVerifyRoutes(http, documents);
  if (web.securityContact !== null) addSecurityTxt(http, web.securityContact);
}
