/** Time limits for connecting and reading, in milliseconds. */
export const portTimes = {
  /** Added to four round trips measured on port 443, within these bounds. */
  connectExtra: 200,
  connectLeast: 400,
  connectMost: 1_200,
  /** A connection to port 443 at most this old shows its current state. */
  freshMs: 2_000,
  /** For a service that speaks first. */
  greeting: 700,
  /** For the answer to one message. */
  answer: 1_500,
  handshake: 2_500,
} as const;

/** Most bytes read of one conversation: an SSH offer is the longest. */
export const maxHeardBytes = 16 * 1024;

/** Ports besides 80 and 443 that edge operators serve for customers. */
export const edgePorts: readonly number[] = [8080, 8443];

/** Number of ports after which port 443 is tested again. */
export const portsBetweenLooks = 64;

/** With a larger share of open ports, of which hardly any answers, something accepts connections for all ports. */
export const tarpitShare = 0.6;
