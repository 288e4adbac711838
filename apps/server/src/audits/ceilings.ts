/** Audits within an hour and within a day; null: as many as are asked for. */
export type Ceiling = { hour: number; day: number } | null;

/** How many audits a target takes, over all callers. */
export interface Ceilings {
  /** Of a registrable domain. */
  domain: Ceiling;
  /** Of an address. */
  address: Ceiling;
  /** Of either, of deep audits whose callers may test the target. */
  authority: Ceiling;
}
