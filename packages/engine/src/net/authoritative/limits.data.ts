/** Who asks name servers directly: the survey of the zone, the e-mail probes, the names below the domain, and all others. */
export type DirectPurpose = 'zone' | 'mail' | 'names' | 'others';

/** A limit, and what of it is kept for each purpose: those who ask first leave it to those who ask last. */
export interface DirectLimit {
  total: number;
  kept: Readonly<Record<DirectPurpose, number>>;
}

/** Questions put directly to name servers of the target and of its parent, by mode: a try or a TCP exchange counts as one. */
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
 * Questions by UDP that ended in an error or in NXDOMAIN, by address: rate limiting of servers counts these together, second by
 * second, and the purposes ask one after another.
 */
export const directErrors: DirectLimit = { total: 13, kept: { zone: 5, mail: 3, names: 3, others: 2 } };

/** Two tries by UDP; what is silent then is asked by TCP. */
export const udpTimeoutsMs = [1_500, 2_500] as const;
/** Connecting and one exchange by TCP. */
export const tcpTimeoutMs = 3_000;

/** Where a transfer is stopped: enough to know that it is open. */
export const transferLimits = { records: 100, bytes: 64 * 1024 } as const;
