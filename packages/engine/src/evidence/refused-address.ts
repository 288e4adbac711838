import { z } from 'zod';

/**
 * Why nothing is sent to an address. range: the internet does not route it, or it is not to be reached; own: of the scanner's machine;
 * unreadable: no canonical numeric address; opted-out: its owner asked not to be audited.
 */
const refusal = z.enum(['range', 'own', 'unreadable', 'opted-out']);
export type Refusal = z.infer<typeof refusal>;

/** What evidence keeps about a refused address; nothing about others. */
export const refusedFields = {
  /** The range of special purpose that it lies in, or another reason, for people. */
  blockedBy: z.string().optional(),
  /** Earlier versions kept only the words. */
  refusal: refusal.optional(),
};

type Refused = Partial<Record<keyof typeof refusedFields, string | undefined>>;

/** These fields of what the guard says of an address. */
export const refusedBy = (
  verdict: { allowed: true } | { allowed: false; blockedBy: string; refusal: Refusal },
): { blockedBy?: string; refusal?: Refusal } =>
  verdict.allowed ? {} : { blockedBy: verdict.blockedBy, refusal: verdict.refusal };

/** True where an address is refused for its range; versions without a code began the words for it with the range. */
export const isInRefusedRange = (address: Refused): boolean =>
  address.refusal === undefined
    ? /^\d|^[0-9a-f:]+\/|^outside|^ISATAP/i.test(address.blockedBy ?? '')
    : address.refusal === 'range';

/** True where the owner of an address asked not to be audited; versions without a code kept it as the words. */
export const isOptedOut = ({ refusal: code, blockedBy }: Refused): boolean =>
  (code ?? blockedBy) === ('opted-out' satisfies Refusal);
