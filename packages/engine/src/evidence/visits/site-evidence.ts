import type { EvidenceByKind } from '../evidence.ts';

/** What every check of HTTP answers looks at. */
export type SiteEvidence = Pick<EvidenceByKind, 'endpoints' | 'http' | 'target'>;
