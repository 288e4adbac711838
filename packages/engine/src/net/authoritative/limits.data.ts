/** Callers of direct queries: the zone survey, the e-mail probes, the names below the domain, and all others. */
export type DirectPurpose = 'zone' | 'mail' | 'names' | 'others';

/** A limit with a reserve for each purpose, so that early callers leave queries to later ones. */
export interface DirectLimit {
  total: number;
  kept: Readonly<Record<DirectPurpose, number>>;
}

/** Direct queries to name servers of the target and of its parent, by mode: each UDP try and each TCP exchange counts. */
export const directQuestions: Readonly<Record<'standard' | 'deep', { audit: DirectLimit; address: DirectLimit }>> = {
  standard: {
    audit: { total: 300, kept: { zone: 100, mail: 24, names: 32, others: 24 } },
    address: { total: 46, kept: { zone: 20, mail: 8, names: 10, others: 8 } },
  },
  deep: {
    audit: { total: 640, kept: { zone: 200, mail: 32, names: 160, others: 32 } },
    address: { total: 100, kept: { zone: 40, mail: 8, names: 44, others: 8 } },
  },
};

/**
 * UDP queries per address that ended in an error or NXDOMAIN: servers rate-limit these together, per second, and the
 * purposes run one after another.
 */
export const directErrors: DirectLimit = { total: 13, kept: { zone: 5, mail: 3, names: 3, others: 2 } };

/** Two UDP tries; a silent server is then queried over TCP. */
export const udpTimeoutsMs = [1_500, 2_500] as const;
/** For connecting and one exchange over TCP. */
export const tcpTimeoutMs = 3_000;

/** A transfer is stopped here: enough to prove that it is allowed. */
export const transferLimits = { records: 100, bytes: 64 * 1024 } as const;
