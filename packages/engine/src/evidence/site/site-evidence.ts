import type { EndpointsEvidence } from '../endpoints/schema.ts';
import type { HttpEvidence } from '../http/schema.ts';
import type { TargetEvidence } from '../target/schema.ts';

/** What every check of HTTP answers looks at. */
export interface SiteEvidence {
  endpoints: EndpointsEvidence;
  http: HttpEvidence;
  target: TargetEvidence;
}
