import { z } from 'zod';
import { codedWords } from './worded.ts';
import { gapTexts } from './gap-texts.data.ts';
import { reasonsOf, reasonValues } from './reasons.ts';

/** Why the network did not give an answer: a closed list, because each is data that checks and people read. */
export const netFailureReason = z.enum([
  'refused', // RST to our SYN, or ICMP port unreachable
  'unreachable', // no route, or no such address family on this machine
  'timeout', // silence until the step's deadline
  'reset', // connection torn down in the middle
  'closed', // orderly end before the answer was complete
  'blocked', // our own guard: the address is not one we may reach
  'too-large', // the answer passed a size cap
  'malformed', // the answer broke its protocol
  'tls', // the TLS handshake failed
  'http2-only', // HTTP is there, but not the HTTP/1.1 that we read
  'rate-limited', // the target asked us to slow down or stopped answering good questions
  'budget', // our own politeness budget for this audit was used up
  'cancelled', // the audit's deadline or its owner ended the step
]);
export type NetFailureReason = z.infer<typeof netFailureReason>;

/** Why something stayed open: a closed list of codes, whose words stand beside them. */
export type GapCode = keyof typeof gapTexts;

/** A network failure: the closed reason, the code of what happened, and its numbers and names. */
const codedFailure = z.object({ reason: netFailureReason, gap: reasonsOf(gapTexts), values: reasonValues.optional() });
/** A network failure as earlier audits kept it, with its words: read as a code from here on. */
const wordedFailure = z
  .object({ reason: netFailureReason, detail: z.string() })
  .transform(({ reason, detail }) => ({ reason, ...codedWords(detail) }));
export const netFailure = z.union([codedFailure, wordedFailure]);
export type NetFailure = z.infer<typeof codedFailure>;

/** A test that was not run or was inconclusive: its code, and values for its text. */
const openQuestion = z.object({
  reason: z.enum([...netFailureReason.options, 'not-tested']),
  gap: reasonsOf(gapTexts),
  values: reasonValues.optional(),
});

/** Why something is unknown: the network failed, it was not tested, or the answer was inconclusive. */
export const unknownBecause = z.union([netFailure, openQuestion]);
export type UnknownBecause = z.infer<typeof unknownBecause>;

/** Something that was seen, or the plain reason why it was not. Unknown is never read as absent. */
export type Observed<T> = { known: true; value: T } | { known: false; failure: UnknownBecause };

/** The schema of {@link Observed} over the schema of its value. */
export const observed = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('known', [
    z.object({ known: z.literal(true), value }),
    z.object({ known: z.literal(false), failure: unknownBecause }),
  ]);

/** Shorthand for a fact that was seen. */
export const seen = <T>(value: T): Observed<T> => ({ known: true, value });

/** Shorthand for a network failure. */
export const netFailed = (
  reason: NetFailureReason,
  gap: GapCode,
  ...values: readonly (string | number)[]
): z.infer<typeof codedFailure> => ({ reason, gap, ...(values.length === 0 ? {} : { values: values.map(String) }) });

/** Shorthand for a fact that the network did not let us see. */
export const unseen = (...why: Parameters<typeof netFailed>): Observed<never> => unobserved(netFailed(...why));

/** Shorthand for a fact that is unknown for a reason that is at hand. */
export const unobserved = (failure: UnknownBecause): Observed<never> => ({ known: false, failure });

/** Shorthand for a fact that an answer left open. */
export const unclear = (reason: NetFailureReason, gap: GapCode, ...values: string[]): Observed<never> => ({
  known: false,
  failure: { reason, gap, ...(values.length === 0 ? {} : { values }) },
});

/** Shorthand for a fact that was not asked for. */
export const untested = (gap: GapCode, ...values: string[]): Observed<never> => ({
  known: false,
  failure: { reason: 'not-tested', gap, ...(values.length === 0 ? {} : { values }) },
});
