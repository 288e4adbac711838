import { z } from 'zod';

/** What an account may spend: see planTerms. */
export const plan = z.enum(['free', 'pro', 'team']);
export type Plan = z.infer<typeof plan>;

/** What a key may be used for; a session may do everything. */
export const scope = z.enum(['audit:read', 'audit:write', 'account:read']);
export type Scope = z.infer<typeof scope>;

/** A plan's terms: credits a calendar month (UTC), and how long reports are kept in days. */
export const planTerms: Record<Plan, { creditsAMonth: number; retentionDays: number }> = {
  free: { creditsAMonth: 50, retentionDays: 30 },
  pro: { creditsAMonth: 1000, retentionDays: 365 },
  team: { creditsAMonth: 5000, retentionDays: 730 },
};

/** Callers without an account: audits a calendar month for each IPv4 address or IPv6 /64, and how long their reports are kept. */
export const anonymousTerms = { creditsAMonth: 30, retentionDays: 7 } as const;
