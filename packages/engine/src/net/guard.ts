/** The address policy: global unicast only, unless a range was opened by the operator. */
export interface Guard {
  check: (address: string) => { allowed: true } | { allowed: false; blockedBy: string };
}
