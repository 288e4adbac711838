import type { Identity } from '../../identity/identity.ts';
import { countAttempt } from '../attempt.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { beginSession } from '../sessions/sessions.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { signUp } from './make-account.ts';

/** Makes an account and logs its holder in. Throws as signUp does, and rate_limited. */
export async function openAccount(
  identity: Identity,
  body: Parameters<typeof signUp>[1],
  caller: Caller,
): ReturnType<typeof signUp> {
  await countAttempt(identity, caller);
  const made = await signUp(identity, body);
  await beginSession(identity, made, caller);
  await note(identity, caller, made.id, ['account_created']);
  caller.log.info({ accountId: made.id, isAdmin: made.is_admin }, 'Account created');
  // Too many messages to this address: the account is made, and the link is sent again later.
  if (made.confirmed_at === null)
    await askToConfirm(identity, made, caller.log).catch((error: unknown) =>
      caller.log.warn({ err: error }, 'Sending the confirmation link failed'),
    );
  return made;
}
