import type { DnsEvidence } from './schema.ts';

/** DNS of an audit that asked for nothing. */
export const noDns: DnsEvidence = {
  resolvers: [],
  answers: [],
  dnssec: { status: 'insecure', steps: [] },
  questionsAsked: 0,
  queriesSent: 0,
};
