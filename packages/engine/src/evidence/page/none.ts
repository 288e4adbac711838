import type { PageEvidence } from './schema.ts';

/** The page of an audit that read no document. */
export const noPage: PageEvidence = { documents: [], again: null, scripts: [], scriptsLeft: 0 };
