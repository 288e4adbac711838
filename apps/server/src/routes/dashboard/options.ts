import type { AuditRoutesOptions } from '../audit/options.ts';
import type { Pages } from '../../pages/pages.ts';
import type { ControlParts } from '../controls/routes.ts';

/** What the pages of the dashboard work with. */
export interface DashboardOptions extends Omit<AuditRoutesOptions, 'documents'>, ControlParts {
  /** How audits name themselves to servers. */
  userAgent: string;
}

/** A page is no operation of the API. */
export const hidden = { schema: { hide: true } } as const;

/** The same with what renders pages. */
export interface PageParts extends DashboardOptions {
  pages: Pages;
}
