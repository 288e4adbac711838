import type { AuditRoutesOptions } from '../audit/options.ts';
import type { Pages } from '../../pages/pages.ts';
import type { ControlParts } from '../controls/routes.ts';

/** What the dashboard's pages need. */
export interface DashboardOptions extends Omit<AuditRoutesOptions, 'documents'>, ControlParts {
  /** The User-Agent of audits. */
  userAgent: string;
  /** False: the renderer is not warmed with the sample report, which most tests never show. */
  startsAhead?: boolean | undefined;
}

/** Pages are not part of the API document. */
export const hidden = { schema: { hide: true } } as const;

/** The same, with the page renderer. */
export interface PageParts extends DashboardOptions {
  pages: Pages;
}
