import type { Account } from '@perimeter/contract/account/account';
import type { AccountRow } from '../repositories/accounts/accounts.ts';

/** An account as the API shows it. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  isAdmin: row.is_admin,
  isConfirmed: row.confirmed_at !== null,
  createdAt: row.created_at.getTime(),
  deletesAt: row.leaves_at?.getTime() ?? null,
});
