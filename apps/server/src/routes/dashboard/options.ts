import type { OptOutTarget } from '../../audits/opt-out-target.ts';
import type { AuditRoutesOptions } from '../audit/options.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Pages } from '../../pages/pages.ts';
import type { WebSettings } from '../../settings/web.ts';

/** What the pages of the dashboard work with. */
export interface DashboardOptions extends Omit<AuditRoutesOptions, 'documents'> {
  identity: Identity;
  web: WebSettings;
  /** Where the token of a claim is published: in DNS or in a file; null: nowhere. */
  findProof: (claimed: OptOutTarget, token: string) => Promise<'dns' | 'file' | null>;
  /** How audits name themselves to servers. */
  userAgent: string;
}

/** A page is no operation of the API. */
export const hidden = { schema: { hide: true } } as const;

/** The same with what renders pages. */
export interface PageParts extends DashboardOptions {
  pages: Pages;
}
