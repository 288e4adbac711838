import type { AuditRoutesOptions } from '../audit/options.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Pages } from '../../pages/pages.ts';
import type { WebSettings } from '../../settings/web.ts';

/** What the pages of the dashboard work with. */
export interface DashboardOptions extends Omit<AuditRoutesOptions, 'documents'> {
  identity: Identity;
  web: WebSettings;
  /** How audits name themselves to servers. */
  userAgent: string;
}

/** The same with what renders pages. */
export interface PageParts extends DashboardOptions {
  pages: Pages;
}
