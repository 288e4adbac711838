import type { Plan } from '@perimeter/contract/account/plan';

/** Requests per window, by the caller's plan; anonymous callers are counted by network. */
type Quotas = Readonly<Record<Plan | 'anonymous', number>>;

const forAll = (quota: number): Quotas => ({ anonymous: quota, free: quota, pro: quota, team: quota });

/** Length of every window in seconds. */
export const windowSeconds = 60;

/** Every limit by its name in the API. A route under /api without a limit has `other`, any other route `pages`. */
export const limitPolicies = {
  start: { anonymous: 10, free: 10, pro: 60, team: 60 },
  // Mistyped domains are taken back from the starts, up to this number.
  mistyped: forAll(60),
  status: forAll(120),
  report: forAll(60),
  pdf: forAll(20),
  compare: forAll(30),
  usage: forAll(60),
  events: forAll(60),
  list: forAll(60),
  domains: forAll(60),
  cancel: forAll(60),
  checks: forAll(60),
  export: forAll(5),
  outlook: forAll(120),
  shared: forAll(60),
  answers: forAll(10),
  other: forAll(60),
  // Per address: four audits a minute fetch up to 112 documents each, and people on the same network read pages too.
  pages: forAll(600),
} as const satisfies Record<string, Quotas>;

export type LimitPolicy = keyof typeof limitPolicies;
