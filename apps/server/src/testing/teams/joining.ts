import { madeInvitation, type TeamRole } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import type { Service } from '../../process/parts.ts';
import { browser, type Browser, password } from '../people.ts';

type Inviting = Pick<Service, 'http'>;

/** The token of an invitation that an administrator made, without mail. */
export async function invitationFor(admin: Browser, email: string, role: TeamRole): Promise<string> {
  const made = await admin.send('POST', '/api/team/invitations', { email, role });
  assert.equal(made.statusCode, 201, made.body);
  return madeInvitation.parse(made.json()).url?.split('/').at(-1) ?? '';
}

let addresses = 0;

/** A person without an account joins a team by invitation, from a separate client address. */
export async function joining(service: Inviting, admin: Browser, email: string, role: TeamRole): Promise<Browser> {
  const invitation = await invitationFor(admin, email, role);
  addresses += 1;
  const guest = browser(service, `10.3.${addresses >> 8}.${addresses & 0xff}`);
  const made = await guest.send('POST', '/api/account', { email, password, invitation });
  assert.equal(made.statusCode, 201, made.body);
  return guest;
}
