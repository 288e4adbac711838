/** A check, with lab hosts or zones that fail and pass it. */
export interface Coverage {
  /** Hosts that fail the check, or show the observation. */
  readonly fails: readonly string[];
  readonly passes: readonly string[];
}

/** The checks of a module by id. */
export type CoverageTable = Readonly<Record<string, Coverage>>;

const hostsIn = (hosts: string): string[] => hosts.split(' ').filter((host) => host !== '');

/** The row of a check: the hosts that fail it, and those that pass it, each separated by spaces. */
export const both = (fails: string, passes: string): Coverage => ({ fails: hostsIn(fails), passes: hostsIn(passes) });
