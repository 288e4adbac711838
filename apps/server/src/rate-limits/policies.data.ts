import type { Plan } from '@perimeter/contract/plan';

/** Requests within one window, by what the caller pays; anonymous callers are counted by their network. */
type Quotas = Readonly<Record<Plan | 'anonymous', number>>;

const forAll = (quota: number): Quotas => ({ anonymous: quota, free: quota, pro: quota, team: quota });

/** Length of every window. */
export const windowSeconds = 60;

/** Every limit by the name it has on the wire. A route under /api that names none has `other`, one elsewhere `pages`. */
export const limitPolicies = {
  start: { anonymous: 10, free: 10, pro: 60, team: 60 },
  // Domains that were mistyped are taken back from the starts, as long as they are no more than these.
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
  // Of one address: four audits a minute ask for up to 112 documents each, and people behind one network read beside them.
  pages: forAll(600),
} as const satisfies Record<string, Quotas>;

export type LimitPolicy = keyof typeof limitPolicies;
