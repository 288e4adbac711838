import type { Http } from '../../http/http.ts';
import type { Documents } from '../../documents/documents.ts';
import { addPublishedKeys } from './published.ts';
import { addVerification } from './verification.ts';

/** Adds POST /api/verify, and what verification without the service needs. */
export function addVerifyRoutes(http: Http, documents: Pick<Documents, 'db' | 'keys'>): void {
  addVerification(http, documents.db);
  addPublishedKeys(http, documents);
}
