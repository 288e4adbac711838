import { planTerms, type Plan, type Scope } from '@perimeter/contract/plan';
import type { TeamRole } from '@perimeter/contract/account/team';
import type { Payer } from '../repositories/limits/credits.ts';
import type { Metering } from '../settings/metering.ts';

/** Somebody whom nothing is known of but where the request came from. */
export interface AnonymousPrincipal {
  kind: 'anonymous';
  /** The IPv4 address or the IPv6 /64 that allowance and limits are counted by. */
  network: string;
}

/** The team of a key or of a session. */
export interface AccountPrincipal {
  kind: 'account';
  /** The account whose team it acts for: that of all audits, keys and credits. */
  accountId: string;
  /** The account of who is logged in; null: a key, which belongs to its team. */
  personId: string | null;
  /** What that member may do in the team; null: a key, which has scopes. */
  role: TeamRole | null;
  /** True in the session of an administrator of the service; what a key may do is in its scopes. */
  isAdmin: boolean;
  /** True of an administrator's account, by session or key: whose credits are those of administrators. */
  ofAdmin: boolean;
  /** True of an administrator who has to set up a second factor first. */
  lacksFactor: boolean;
  plan: Plan;
  /** False until the address of the account is confirmed: it starts no audits and makes no keys. */
  isConfirmed: boolean;
  /** True while the account of the person is to be deleted: its sessions read, export and keep it, and its keys sleep. */
  isLeaving: boolean;
  via: 'key' | 'session';
  /** Id of the key, or hash of the session in hexadecimal digits. */
  credentialId: string;
  /** Of the key, or of the role. */
  scopes: readonly Scope[];
}

/** Who makes a request: decided once, when it arrives, by the authentication plugin. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
}

/** What limits, allowance and idempotency are counted by: one string an account or network. */
export const principalKey = (principal: Principal): string =>
  principal.kind === 'account' ? `account:${principal.accountId}` : `network:${principal.network}`;

/** Whose changes may end what a caller may: the team's, and the person's. */
export const accountsOf = (principal: Principal): string[] =>
  principal.kind === 'anonymous'
    ? []
    : [principal.accountId, ...(principal.personId === null ? [] : [principal.personId])];

/** By what an account is charged, as the ledger keeps it. */
export const chargedBy = ({ via, credentialId }: AccountPrincipal): string =>
  via === 'key' ? `key:${credentialId}` : 'session';

/** What charged an account, back from the ledger. */
export function chargerOf(charged: string): Pick<AccountPrincipal, 'via' | 'credentialId'> {
  const [, credentialId] = /^key:(.+)$/.exec(charged) ?? [];
  return credentialId === undefined ? { via: 'session', credentialId: '' } : { via: 'key', credentialId };
}

/** What callers are told who have no limit: an integer, because clients count on one, that no month uses up. */
export const withoutLimit = 1_000_000_000;

/** Credits of a month, and what is counted against them. */
export interface Allowance extends Payer {
  credits: number;
}

/** What a caller may use in a month. Every key has its plan's credits; the operator may give administrators others. */
export function allowanceOf(
  principal: Principal,
  { anonymousCredits, adminCredits }: Pick<Metering, 'anonymousCredits' | 'adminCredits'>,
): Allowance {
  const owner = principalKey(principal);
  if (principal.kind === 'anonymous') return { owner, keysOnly: false, credits: anonymousCredits };
  const ofPlan = planTerms[principal.plan].creditsAMonth;
  if (!principal.ofAdmin) return { owner, keysOnly: false, credits: ofPlan };
  if (adminCredits !== null) return { owner, keysOnly: false, credits: adminCredits };
  // What has no limit leaves that of the keys alone.
  return principal.via === 'key'
    ? { owner, keysOnly: true, credits: ofPlan }
    : { owner, keysOnly: false, credits: withoutLimit };
}
