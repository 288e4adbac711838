/** Class IN (RFC 1035 section 3.2.4). */
export const internetClass = 1;

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
