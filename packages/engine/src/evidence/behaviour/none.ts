import type { BehaviourEvidence } from './schema.ts';

/** Behaviour evidence of a site that received no requests. */
export const noBehaviour: BehaviourEvidence = {
  url: null,
  notAsked: 'no-document',
  exchanges: [],
  cors: [],
  preflight: null,
  options: null,
  trace: null,
  hostHeader: null,
  crossdomain: null,
  http3: { advertised: null },
  families: { ipv4: null, ipv6: null },
};
