import type { Http } from '../../http/http.ts';
import { cancelRoute } from './cancel.ts';
import { changesRoute } from './changes.ts';
import { eventsRoute } from './events/events.ts';
import { listRoute } from './list/list.ts';
import type { AuditRoutesOptions } from './options.ts';
import { pdfRoute } from './pdf/pdf.ts';
import { phasesRoute } from './phases.ts';
import { reportRoute } from './report.ts';
import { startRoute } from './start/start.ts';
import { statusRoute } from './status.ts';

/** Adds the routes for audits and their reports. */
export function addAuditRoutes(http: Http, options: AuditRoutesOptions): void {
  startRoute(http, options);
  statusRoute(http, options);
  reportRoute(http, options);
  pdfRoute(http, options);
  eventsRoute(http, options);
  phasesRoute(http, options);
  listRoute(http, options);
  cancelRoute(http, options);
  changesRoute(http, options);
}
