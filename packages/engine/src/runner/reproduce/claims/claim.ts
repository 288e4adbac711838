/** What a check's printed command must show, and where. */
export interface Claim {
  /** A host of the lab that fails the check. */
  on: string;
  /** The expected output there. */
  shows: RegExp;
  /** A passing host: the same command against it must not show this. Null where the lab has none. */
  notOn: string | null;
  /** If the command is for a host other than `on`, such as a mail or name server: its replacement for `notOn`. */
  toward?: string;
}

/** A further claim of a check, on a host where the usual tool fails by itself. */
interface OddClaim extends Claim {
  id: string;
}

/** The commands of one module by check id: each check with a command is in one of the two lists. */
export interface ModuleClaims {
  claims: Readonly<Record<string, Claim>>;
  /** Further hosts by check. */
  alsoOn?: readonly OddClaim[];
  /** Why a command cannot be run in the lab. */
  cannotBeRun: Readonly<Record<string, string>>;
}
