import type { Cookies } from '../credentials/cookies.ts';
import type { AccountPrincipal, Principal } from '../credentials/principal.ts';
import type { RelyingParty } from '../credentials/second-factor/relying-party.ts';
import { AppError } from '../http/errors.ts';
import type { Actor } from '../repositories/teams/team-log.ts';

/** Where an act says what it did. */
export interface ActLog {
  info: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
  error: (facts: object, text: string) => void;
}

/** Who asks for an act, and with which browser: all that acts know of a request. */
export interface Caller {
  principal: Principal;
  /** The IPv4 address or the IPv6 /64 that the request came from. */
  network: string;
  /** What the browser says of itself, without what could disguise it. */
  userAgent: string;
  /** The cookies that this browser gets. */
  cookies: Cookies;
  /** The Cookie field that it sent. */
  sentCookies: string | undefined;
  /** Whom passkeys are made for as the browser sees it; null: it can use none here. */
  relyingParty: RelyingParty | null;
  log: ActLog;
  /** Gives the browser a cookie, as a Set-Cookie field. */
  setCookie: (field: string) => void;
}

/** The account that a request is made for. Throws unauthorized where the route let anybody in. */
export function accountOf(principal: Principal): AccountPrincipal {
  if (principal.kind === 'account') return principal;
  throw new AppError('unauthorized');
}

/** The account of who is logged in. Throws unauthorized where a key or nobody known makes the request. */
export function personOf(principal: Principal): string {
  const { personId } = accountOf(principal);
  if (personId === null) throw new AppError('unauthorized');
  return personId;
}

/** Throws where the address of a caller's account has still to be confirmed, or the account is to be deleted. */
export function requireConfirmed(principal: Principal): void {
  if (principal.kind === 'account' && !principal.isConfirmed) throw new AppError('email_unconfirmed');
  if (principal.kind === 'account' && principal.isLeaving) throw new AppError('account_leaving');
}

/** Who makes a request in the log of the team. */
export const actorOf = ({ personId, credentialId }: AccountPrincipal): Actor =>
  personId === null ? { kind: 'key', id: credentialId } : { kind: 'person', id: personId };
