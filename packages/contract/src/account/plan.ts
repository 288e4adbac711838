import { z } from 'zod';
import { planNames } from '../text/known-names.ts';

/** Limits of an account: see planTerms. */
export const plan = z.enum(planNames);
export type Plan = z.infer<typeof plan>;

/** Permissions of a key: to read, to start and change, to run the team. A session has the permissions of its member's role. */
export const scope = z.enum(['audit:read', 'audit:write', 'account:read', 'team:admin']);
export type Scope = z.infer<typeof scope>;

/** Default permissions of a new key. */
export const usualScopes: readonly Scope[] = ['audit:read', 'audit:write', 'account:read'];

/** A plan's terms: credits a calendar month (UTC), and how long reports are kept in days. */
export const planTerms: Record<Plan, { creditsAMonth: number; retentionDays: number }> = {
  free: { creditsAMonth: 50, retentionDays: 30 },
  pro: { creditsAMonth: 1000, retentionDays: 365 },
  team: { creditsAMonth: 5000, retentionDays: 730 },
};

/** Callers without an account: audits a calendar month for each IPv4 address or IPv6 /64, and how long their reports are kept. */
export const anonymousTerms = { creditsAMonth: 30, retentionDays: 7 } as const;
