import type { ScanMode } from '@perimeter/contract/report';
import { z } from 'zod';
import type { AuditChanges } from '../../database/changes.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import type { AuditQueue } from '../../jobs/queue.ts';
import type { Metering } from '../../settings/metering.ts';
import type { Documents } from '../../documents/documents.ts';
import type { StatusCache } from '../../caches/statuses.ts';
import type { WebSettings } from '../../settings/web.ts';
import type { Offers } from '../../documents/offers.ts';

/** What the audit routes need. */
export interface AuditRoutesOptions {
  db: Db;
  queue: Pick<AuditQueue, 'enqueue'>;
  changes: AuditChanges;
  statuses: StatusCache;
  metering: Metering;
  documents: Documents;
  /** The same documents for browsers, which wait on a page. */
  offers: Offers;
  web: WebSettings;
  /** The addresses of a domain's site, as far as they can be resolved quickly. */
  addressesOf: (domain: string) => Promise<readonly string[]>;
  phasesOf: (scanMode: ScanMode) => readonly [string, ...string[]];
}

/** Path parameters; the id is not validated here, because a malformed id gets the same answer as an unknown audit. */
export const auditParams = z.object({ id: z.string().describe('Audit id: aud_ and a UUID, as returned by the start') });

/** Retry-After, in seconds, for an audit that has not ended. */
export const retryAfterSeconds = 2;
