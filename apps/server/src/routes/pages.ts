import type { Documents } from '../documents/documents.ts';
import type { Http } from '../http/http.ts';
import type { Identity } from '../identity/identity.ts';
import type { WebSettings } from '../settings/web.ts';
import { addConfirmEmailPage } from './confirm-email/routes.ts';
import { addDocsRoute } from './docs/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { addHomeRoute } from './home/routes.ts';
import { addOpenapiRoute } from './openapi/routes.ts';
import { addVerifyRoutes } from './verify/routes.ts';
import { addSecurityTxt } from './well-known/security-txt.ts';

/** What the pages work with. */
export interface PagesOptions {
  identity: Pick<Identity, 'publicOrigin' | 'linkOrigin'>;
  isReady: () => Promise<boolean>;
  documents: Pick<Documents, 'db' | 'keys'>;
  web: WebSettings;
}

/** What people, browsers and supervisors read, and verification with its page. */
export function addPages(http: Http, { identity, isReady, documents, web }: PagesOptions): void {
  addHomeRoute(http, identity);
  addHealthRoutes(http, isReady);
  addOpenapiRoute(http);
  addDocsRoute(http);
  addConfirmEmailPage(http);
  addVerifyRoutes(http, documents);
  if (web.securityContact !== null) addSecurityTxt(http, web.securityContact);
}
