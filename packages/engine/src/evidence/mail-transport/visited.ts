import { z } from 'zod';
import { observed } from '../observed.ts';
import { keyKind, negotiatedTls, noOtherChain, otherTlsOutcomes, smtpSession } from './session.ts';

/** TLS as it was seen, with the chain itself: who reads it judges it by the own day. */
const visitedTls = negotiatedTls.omit({ chain: true, verdict: true }).extend({
  /** DER in base64, leaf first. */
  served: z.array(z.string()),
});

/** A session as it was seen, before its certificates are judged; what audits share of hosts that many domains use. */
export const visitedSession = smtpSession.omit({ startTls: true, second: true, shared: true }).extend({
  second: observed(
    z.discriminatedUnion('outcome', [noOtherChain, visitedTls.omit({ ehlo: true }).extend({ keyKind })]),
  ).optional(),
  startTls: observed(z.discriminatedUnion('outcome', [...otherTlsOutcomes, visitedTls])),
});
export type VisitedSession = z.infer<typeof visitedSession>;
export type VisitedTls = z.infer<typeof visitedTls>;
