/** How a port is tried and listened to, in milliseconds. */
export const portTimes = {
  /** Added to four round trips seen on port 443, within these bounds. */
  connectExtra: 200,
  connectLeast: 400,
  connectMost: 1_200,
  /** A connection to port 443 that is no older says how the port answers now. */
  freshMs: 2_000,
  /** For a service that speaks first. */
  greeting: 700,
  /** For the answer to the one message. */
  answer: 1_500,
  handshake: 2_500,
} as const;

/** Octets that are read of one conversation: an SSH offer is the longest of them. */
export const maxHeardBytes = 16 * 1024;

/** Ports beyond 80 and 443 that operators of edges serve for their customers. */
export const edgePorts: readonly number[] = [8080, 8443];

/** After so many ports it is looked whether the address still answers. */
export const portsBetweenLooks = 64;

/** More open ports than this, with hardly a word said or of the short list, are none: something accepts connections for others. */
export const tarpitShare = 0.6;
