import { planTerms, type Plan, type Scope } from '@perimeter/contract/account/plan';
import type { TeamRole } from '@perimeter/contract/account/team';
import type { Payer } from '../repositories/limits/credits.ts';
import type { Metering } from '../settings/metering.ts';

/** A caller without credentials, known only by network. */
export interface AnonymousPrincipal {
  kind: 'anonymous';
  /** The IPv4 address or IPv6 /64 that credits and limits are counted by. */
  network: string;
}

/** A caller with a key or session: it acts for a team. */
export interface AccountPrincipal {
  kind: 'account';
  /** The account of the team, which owns its audits, keys and credits. */
  accountId: string;
  /** The account of the logged-in person; null for a key, which belongs to its team. */
  personId: string | null;
  /** The person's role in the team; null for a key, which has scopes. */
  role: TeamRole | null;
  /** True in a session of a service administrator; never for keys, which are limited by their scopes. */
  isAdmin: boolean;
  /** True for an administrator's session or key: administrators' credits apply. */
  ofAdmin: boolean;
  /** True for an administrator who must set up a second factor first. */
  lacksFactor: boolean;
  plan: Plan;
  /** False until the account's e-mail address is confirmed: it can neither start audits nor make keys. */
  isConfirmed: boolean;
  /**
   * True while the person's account is scheduled for deletion: sessions can only read, export or keep the account, and
   * keys are suspended.
   */
  isLeaving: boolean;
  via: 'key' | 'session';
  /** Id of the key, or hash of the session in hexadecimal digits. */
  credentialId: string;
  /** Scopes of the key or of the role. */
  scopes: readonly Scope[];
}

/** Who makes a request; set once per request by the authentication plugin. */
export type Principal = AnonymousPrincipal | AccountPrincipal;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
}

/** What limits, credits and idempotency keys are counted by: one string per account or network. */
export const principalKey = (principal: Principal): string =>
  principal.kind === 'account' ? `account:${principal.accountId}` : `network:${principal.network}`;

/** The accounts whose changes can revoke the caller's rights: the team's and the person's. */
export const accountsOf = (principal: Principal): string[] =>
  principal.kind === 'anonymous'
    ? []
    : [principal.accountId, ...(principal.personId === null ? [] : [principal.personId])];

/** The credential that used a credit, in the form that the ledger stores. */
export const chargedBy = ({ via, credentialId }: AccountPrincipal): string =>
  via === 'key' ? `key:${credentialId}` : 'session';

/** The credential of a ledger entry. */
export function chargerOf(charged: string): Pick<AccountPrincipal, 'via' | 'credentialId'> {
  const [, credentialId] = /^key:(.+)$/.exec(charged) ?? [];
  return credentialId === undefined ? { via: 'session', credentialId: '' } : { via: 'key', credentialId };
}

/**
 * The allowance reported to callers without a limit: clients expect an integer, and no month's use reaches this one.
 */
export const withoutLimit = 1_000_000_000;

/** A month's credits, and the payer that they are counted for. */
export interface Allowance extends Payer {
  credits: number;
}

/** A caller's monthly allowance. Each key has its plan's credits; the operator can set others for administrators. */
export function allowanceOf(
  principal: Principal,
  { anonymousCredits, adminCredits }: Pick<Metering, 'anonymousCredits' | 'adminCredits'>,
): Allowance {
  const owner = principalKey(principal);
  if (principal.kind === 'anonymous') return { owner, keysOnly: false, credits: anonymousCredits };
  const ofPlan = planTerms[principal.plan].creditsAMonth;
  if (!principal.ofAdmin) return { owner, keysOnly: false, credits: ofPlan };
  if (adminCredits !== null) return { owner, keysOnly: false, credits: adminCredits };
  // The keys of an administrator without a limit still have their own limit.
  return principal.via === 'key'
    ? { owner, keysOnly: true, credits: ofPlan }
    : { owner, keysOnly: false, credits: withoutLimit };
}
