import type { TargetFacts } from '../../../evidence/dnssec/schema.ts';

/** What a proof of nonexistence lacks. */
export const denialGaps: Readonly<Record<NonNullable<NonNullable<TargetFacts['denial']>['lacks']>, string>> = {
  span: 'no record covers the name',
  'type-exists': 'the record says that the type exists',
  'wrong-side': 'the record is of the wrong side of a delegation',
  wildcard: 'no record denies the wildcard',
  'closest-encloser': 'no record shows the closest existing name above',
  'next-closer': 'no record covers the next closer name',
  'opt-out': 'the record leaves out unsigned delegations',
};
