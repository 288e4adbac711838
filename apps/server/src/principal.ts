import type { Plan, Scope } from '@perimeter/contract/plan';

/** Who makes a request: decided once, when it arrives, by the authentication plugin. */
export type Principal =
  | {
      kind: 'anonymous';
      /** The client's address after the proxies that the operator trusts. */
      address: string;
      /** The IPv4 address or the IPv6 /64 that allowance and limits are counted by. */
      network: string;
    }
  | {
      kind: 'account';
      accountId: string;
      plan: Plan;
      via: 'key' | 'session';
      /** Id of the key or hash of the session. */
      credentialId: string;
      scopes: readonly Scope[];
      address: string;
    };

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
}

/** What limits, allowance and idempotency are counted by: one string an account or network. */
export const principalKey = (principal: Principal): string =>
  principal.kind === 'account' ? `account:${principal.accountId}` : `network:${principal.network}`;
