/** The types of records that an SPF evaluation asks for. */
export type SpfRecordType = 'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR';

/**
 * The result of a lookup: the values, none where the name or the type does not exist, or null without an answer
 * (time-out, server failure). TXT values are joined strings with one character an octet; MX values are names in the order of
 * their preference; addresses are text; aliases have been followed.
 */
export type SpfAnswer = readonly string[] | null;

/** Queries records of a name without a last dot; never rejects because of the network. */
export type SpfLookup = (name: string, type: SpfRecordType) => Promise<SpfAnswer>;

/** RFC 7208 section 4.6.4: mechanisms and modifiers that ask, queries without records, names of one mx or ptr. */
export const spfLimits = { lookups: 10, voids: 2, names: 10 } as const;

/** Longest domain name as text (RFC 1035 section 2.3.4), longest label. */
const maxNameLength = 253;
const maxLabelLength = 63;

/** The name without a last dot. */
export const withoutRoot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);

/** Cuts whole labels from the left until a name fits (RFC 7208 section 7.3). */
export function fitName(name: string): string {
  let fitting = withoutRoot(name);
  while (fitting.length > maxNameLength && fitting.includes('.')) fitting = fitting.slice(fitting.indexOf('.') + 1);
  return fitting;
}

/** True for a name that can be asked for: labels of 1 to 63 octets, 253 in all. */
export const canBeAsked = (name: string): boolean =>
  name.length <= maxNameLength && name.split('.').every((label) => label !== '' && label.length <= maxLabelLength);
