/** How much of the budgets of an address a process may use; 0 parts: it waits for some. */
export interface BudgetLeasesTable {
  /** In its canonical form. */
  address: string;
  holder: string;
  parts: number;
  since_at: Date;
  until_at: Date;
}
