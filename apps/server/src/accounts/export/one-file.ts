import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { findSecondFactor } from '../../repositories/accounts/second-factors.ts';
import { detailsOf } from '../read-account.ts';
import { exportedLists, type Held } from './parts.ts';

async function accountText(identity: Identity, account: AccountRow, held: Held): Promise<string> {
  const factor = await findSecondFactor(identity.db, account.id);
  return JSON.stringify({
    ...(await detailsOf(identity, account, { accountId: held.id })),
    secondFactorEnabledAt: factor?.confirmed_at?.getTime() ?? null,
  });
}

/** What an export is and of whom: a JSON object that is still open. */
export const openingOf = async (identity: Identity, account: AccountRow, held: Held): Promise<string> =>
  `{"format":1,"exportedAt":${identity.nowMs()},"account":${await accountText(identity, account, held)}`;

/** The one file, piece by piece: the database is asked for more when the reader has taken what there was. */
export async function* piecesOf(
  identity: Identity,
  held: Held,
  head: () => Promise<string>,
): AsyncGenerator<string | Buffer> {
  yield await head();
  for (const [name, list] of Object.entries(exportedLists)) {
    yield `,\n"${name}":[`;
    let before = '\n';
    for await (const piece of list(identity, held)) {
      yield before;
      yield piece;
      before = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
