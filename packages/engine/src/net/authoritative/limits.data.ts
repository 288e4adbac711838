/** Questions put directly to name servers of the target and of its parent, by mode: a try or a TCP exchange counts as one. */
export const directQuestions = {
  standard: { audit: 300, address: 20 },
  deep: { audit: 600, address: 40 },
} as const;

/** Questions that ended in an error or in NXDOMAIN, by address: rate limiting of servers counts these together. */
export const maxErrors = 5;

/** Two tries by UDP; what is silent then is asked by TCP. */
export const udpTimeoutsMs = [1_500, 2_500] as const;
/** Connecting and one exchange by TCP. */
export const tcpTimeoutMs = 3_000;

/** Where a transfer is stopped: enough to know that it is open. */
export const transferLimits = { records: 100, bytes: 64 * 1024 } as const;
