import type { Http } from '../../http/http.ts';
import { addAnswerRoutes } from '../answers/routes.ts';
import { addWaiverRoutes } from '../waivers/routes.ts';
import type { AuditRoutesOptions } from '../audit/options.ts';
import { outlookRoute } from '../audit/outlook/outlook.ts';
import { changeRoute } from '../audit/sharing/change.ts';
import { createShareRoute } from '../audit/sharing/make-share.ts';
import { endShareRoute, listSharesRoute } from '../audit/sharing/shares.ts';
import type { ShareOptions } from '../audit/sharing/owned.ts';

/** What the routes for sharing need. */
export interface SharingOptions extends AuditRoutesOptions, ShareOptions {}

/** Adds the routes for working with a report: outlook, waivers, links, answers and privacy. */
export function addSharingRoutes(http: Http, options: SharingOptions): void {
  outlookRoute(http, options);
  addWaiverRoutes(http, options.identity);
  createShareRoute(http, options);
  listSharesRoute(http, options);
  endShareRoute(http, options);
  changeRoute(http, options);
  addAnswerRoutes(http, options.identity);
}
