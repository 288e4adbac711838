/** What the command that a check prints must show, and where. */
export interface Claim {
  /** A host of the lab that fails the check. */
  on: string;
  /** What a person is to see there. */
  shows: RegExp;
  /** A host that passes the check: the same command, aimed at it, must not show this. Null where the lab has none. */
  notOn: string | null;
  /** Where the command is for another host than `on`, a server of mail or of names: the one that takes its place for `notOn`. */
  toward?: string;
}

/** A claim on a host where the ordinary tool fails by itself, beside the one of the same check. */
interface OddClaim extends Claim {
  id: string;
}

/** The commands of one module's checks, by the id of the check: each check that prints one stands in one of the two lists. */
export interface ModuleClaims {
  claims: Readonly<Record<string, Claim>>;
  /** Further hosts, by the check. */
  alsoOn?: readonly OddClaim[];
  /** Why a command cannot be run in the lab. */
  cannotBeRun: Readonly<Record<string, string>>;
}
