import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { endSessions } from '../../repositories/accounts/sessions.ts';
import { accountOf, type Caller } from '../caller.ts';
import { sendSoon } from '../send-soon.ts';

type Holder = Pick<AccountRow, 'id' | 'email'>;

/** Has a changed second factor hold at once, and writes to its holder. */
export function tellOfFactor(identity: Identity, { log }: Caller, { id, email }: Holder): void {
  identity.authenticator.forget(id);
  sendSoon(identity, log, changedMessage(email, 'second factor'));
}

/** The same for an added one, which ends all other sessions: they began without it. */
export async function afterAdding(identity: Identity, caller: Caller, holder: Holder): Promise<void> {
  await endSessions(identity.db, holder.id, Buffer.from(accountOf(caller.principal).credentialId, 'hex'));
  tellOfFactor(identity, caller, holder);
}
