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

/** What the audit routes work with. */
export interface AuditRoutesOptions {
  db: Db;
  queue: Pick<AuditQueue, 'enqueue'>;
  changes: AuditChanges;
  statuses: StatusCache;
  metering: Metering;
  documents: Documents;
  /** The same documents for people in a browser. */
  offers: Offers;
  web: WebSettings;
  /** The addresses of a domain's site, as far as they are known in a moment. */
  addressesOf: (domain: string) => Promise<readonly string[]>;
  phasesOf: (scanMode: ScanMode) => readonly [string, ...string[]];
}

/** Path parameters; what is no id is no audit either, so its form is not validated here. */
export const auditParams = z.object({ id: z.string().describe('Audit id: aud_ and a UUID, as returned by the start') });

/** Retry-After of answers about an audit that has not ended. */
export const retryAfterSeconds = 2;
