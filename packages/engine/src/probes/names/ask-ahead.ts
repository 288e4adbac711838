import type { ProbeContext } from '../probe.ts';
import { serviceOwners } from './caps.data.ts';
import { baseOf, listedBelow, policyHostOf } from './inventory.ts';
import { randomNames } from './random-labels.ts';

/** Sends queries at the start of the audit that depend on no other evidence. */
export function askAhead(context: ProbeContext): void {
  const { resolver, signal, target } = context;
  const base = baseOf(target);
  if (base === null) return;
  const questions = [
    ...randomNames(target, base).map((name) => [name, 'A'] as const),
    ...[policyHostOf(base), ...listedBelow(base, target.scanMode)].map((name) => [name, 'A'] as const),
    ...serviceOwners.map((owner) => [`${owner}.${base}`, 'SRV'] as const),
  ];
  for (const [name, type] of questions) void resolver.query(name, type, { signal });
}
