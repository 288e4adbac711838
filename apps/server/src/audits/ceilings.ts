/** Maximum audits per hour and per day; null: unlimited. */
export type Ceiling = { hour: number; day: number } | null;

/** How many audits of one target are accepted, over all callers. */
export interface Ceilings {
  /** For each registrable domain. */
  domain: Ceiling;
  /** For each address. */
  address: Ceiling;
  /** For either, counting only deep audits with stated authority. */
  authority: Ceiling;
}
