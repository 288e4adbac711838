/** The origin of a trust list. */
export interface ListOrigin {
  /** Its publisher's name for it, for reports. */
  name: string;
  /** The day of the list, YYYY-MM-DD (UTC). */
  date: string;
}

/** Certificates of a root that start after a moment are not trusted. */
export interface Distrust {
  /** Who decided it. */
  by: string;
  /** Epoch seconds; certificates that start at this second are still trusted. */
  after: number;
}

/** A root that browsers trust. */
export interface PublicRoot {
  /** Hex, of the DER. */
  sha256: string;
  /** Digest of its subject: see nameDigest. */
  subject: string;
  der: Uint8Array;
  distrust: Distrust | null;
  /** CAA names of its owner (RFC 8659 section 4.2), in addition to those of the owner's organisation. */
  caa: readonly string[];
}

/** A CA: prefixes of the organisation names in its certificates, in lower case, and its CAA names. */
export interface KnownAuthority {
  organisations: readonly string[];
  /** Issuer domain names (RFC 8659 section 4.2), in lower case. */
  identities: readonly string[];
}

/** The public roots of one browser program on one date. */
export interface RootList extends ListOrigin {
  roots: readonly PublicRoot[];
  /** CAA names by organisation; null: the shipped ones. */
  authorities: readonly KnownAuthority[] | null;
}

/** Log states in browsers' lists; only logs of the first four count. */
export const logStates = ['qualified', 'usable', 'readonly', 'retired', 'pending', 'rejected'] as const;

/** A Certificate Transparency log in browsers' lists. */
export interface KnownLog {
  operator: string;
  name: string;
  /** SHA-256 of the key, base64 (RFC 6962 section 3.2). */
  id: string;
  /** SubjectPublicKeyInfo, base64. */
  key: string;
  /** retired: timestamps before retiredAt count; pending and rejected: none counts. */
  state: (typeof logStates)[number];
  /** Epoch milliseconds. */
  retiredAt: number | null;
}

/** Certificate Transparency logs in browsers' lists on one date. */
export interface LogList extends ListOrigin {
  logs: readonly KnownLog[];
}
