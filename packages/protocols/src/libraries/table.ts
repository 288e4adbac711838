/** How grave an advisory is, in the words of its list. */
export type AdvisorySeverity = 'low' | 'medium' | 'high' | 'critical';

/** A known flaw of a library, or the end of its support. */
export interface Advisory {
  /** CVE or GHSA number; for a flaw without either, the address of its description. */
  id: string;
  severity: AdvisorySeverity;
  /** The first version without it. */
  below: string;
  atOrAbove?: string;
  /** Builds that are repaired although their number is lower. */
  excludes?: readonly string[];
  /** True where these versions are stated to be unmaintained. */
  endOfLife?: true;
}

/** An expression that finds a version in a script, and what is searched for before it is tried. */
export interface Mark {
  /** Every match contains one of these. */
  literals: readonly string[];
  /** In Retire's form: its first group is the version. */
  expression: string;
  /** How the version is put together from several groups; absent: it is the first. */
  replacement?: string;
  /** Characters that a match may have before the literal, and from it on. */
  before: number;
  after: number;
}

/** A library: how its version is recognised, and what is wrong with which. */
export interface Library {
  name: string;
  /** Names of its packages, by which registries and delivery networks put it into addresses. */
  packages: readonly string[];
  /** Expressions for addresses, and for their last part alone. */
  urls: readonly string[];
  files: readonly string[];
  marks: readonly Mark[];
  /** Versions by the SHA-1 of the file, in hex. */
  hashes?: Readonly<Record<string, string>>;
  advisories: readonly Advisory[];
}

/** A list of libraries with known flaws. */
export interface LibraryList {
  name: string;
  /** The day of the list, as YYYY-MM-DD. */
  date: string;
  libraries: readonly Library[];
}
