/** Class IN (RFC 1035 section 3.2.4). */
export const internetClass = 1;
/** Class CH, in which servers identify themselves (RFC 4892). */
export const chaosClass = 3;

/** What is asked, and the head of each record. */
export interface Question {
  /** Without the final dot; "." is the root. */
  name: string;
  type: number;
  class: number;
}

/** A record with the names in its RDATA written out. */
export interface ResourceRecord extends Question {
  ttl: number;
  rdata: Uint8Array;
}
