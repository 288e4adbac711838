/** What is said about the requests that audits send. */
export interface OptOutProps {
  userAgent: string;
  contact: string | null;
  /** Where audits come from, as the operator states it. */
  sourceAddresses: readonly string[];
  /** How many audits a target takes an hour and a day; null: as many as are asked for. */
  ceilings: Readonly<Record<'domain' | 'address' | 'authority', { hour: number; day: number } | null>>;
  /** What is to be proved; null: nobody has claimed anything yet. */
  claim: OptOutClaim | null;
  /** What is wrong with what was typed. */
  mistake: string | null;
  typed: string;
}

/** A claim of an owner, and how it is proved. */
export interface OptOutClaim {
  name: string;
  kind: 'domain' | 'network';
  token: string;
  /** The name of the TXT record, and the URL of the file where one counts. */
  record: string;
  file: string | null;
  state: 'asked' | 'unproved' | 'done';
}
