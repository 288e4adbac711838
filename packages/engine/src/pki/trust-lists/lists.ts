/** Where a list of whom to trust comes from. */
export interface ListOrigin {
  /** As its publisher calls it, for reports. */
  name: string;
  /** The day of the list, YYYY-MM-DD (UTC). */
  date: string;
}

/** Certificates of a root that begin after a moment are not trusted. */
export interface Distrust {
  /** Who decided so. */
  by: string;
  /** Epoch seconds; certificates that begin at this very second are trusted still. */
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
  /** Names that stand for its owner in CAA (RFC 8659 section 4.2), beside those that the owner's organisation is known by. */
  caa: readonly string[];
}

/** An authority: beginnings of the organisation names in its certificates, in lower case, and the names it answers to in CAA. */
export interface KnownAuthority {
  organisations: readonly string[];
  /** Issuer domain names (RFC 8659 section 4.2), in lower case. */
  identities: readonly string[];
}

/** The roots of the public, as one program of browsers has them on one day. */
export interface RootList extends ListOrigin {
  roots: readonly PublicRoot[];
  /** Names in CAA by organisation; null: those that are shipped. */
  authorities: readonly KnownAuthority[] | null;
}

/** States of a log in the lists of browsers; only logs of the first four count. */
export const logStates = ['qualified', 'usable', 'readonly', 'retired', 'pending', 'rejected'] as const;

/** A Certificate Transparency log as browsers know it. */
export interface KnownLog {
  operator: string;
  name: string;
  /** SHA-256 of the key, base64 (RFC 6962 section 3.2). */
  id: string;
  /** SubjectPublicKeyInfo, base64. */
  key: string;
  /** retired: its timestamps count where they are older than retiredAt; pending and rejected: they never do. */
  state: (typeof logStates)[number];
  /** Epoch milliseconds. */
  retiredAt: number | null;
}

/** Certificate Transparency logs, as browsers know them on one day. */
export interface LogList extends ListOrigin {
  logs: readonly KnownLog[];
}
