/** A domain that can be audited. */
export interface DomainName {
  /** A-labels, lower case, no trailing dot. */
  ascii: string;
  /** U-labels for people. */
  unicode: string;
  registrableDomain: string;
}

export type ParsedDomain = { ok: true; domain: DomainName } | { ok: false; reason: string; message: string };

/** Reads what a user typed as a domain (interface: trimmed, one trailing dot dropped, UTS-46 to A-labels). */
export function parseDomain(input: string): ParsedDomain {
  return { ok: false, reason: 'unwritten', message: `Not yet: ${input.length}` };
}
