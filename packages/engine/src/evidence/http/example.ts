import type { HttpEvidence } from './schema.ts';

/** HTTP of an audit that sent no request. */
export const noHttp: HttpEvidence = {
  exchanges: [],
  chains: [],
  pages: [],
  finalDocument: null,
  lookups: [],
};
