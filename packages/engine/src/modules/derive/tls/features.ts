import type { Check } from '../../../catalogue/check.ts';
import { fail, type FindingDraft, judgeSeen, pass, type Unplaced, type Verdict } from '../../../catalogue/outcome.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { endpointCheck } from './endpoints.ts';

type Judge = (endpoint: TlsEndpoint) => Verdict;

/** Facts of the inventory that say whether a feature is there. */
type Feature = { [K in keyof TlsEndpoint]-?: TlsEndpoint[K] extends Observed<boolean> ? K : never }[keyof TlsEndpoint];

/** A feature that is wanted: how its presence is told, and how its absence is shown. */
interface Wanted {
  feature: Feature;
  present: string;
  absent: (endpoint: TlsEndpoint) => Unplaced<FindingDraft>;
  /** Where the question arises: everywhere, where left out. */
  within?: (judge: Judge) => Judge;
}

/** Declares a check of one feature that every TLS endpoint should have. */
export const featureCheck = ({
  feature,
  present,
  absent,
  within = (judge) => judge,
  ...facts
}: Omit<Parameters<typeof endpointCheck>[0], 'judge'> & Wanted): Check =>
  endpointCheck({
    ...facts,
    judge: within((endpoint) =>
      judgeSeen(endpoint[feature], (isThere) => (isThere ? pass(present) : fail(absent(endpoint)))),
    ),
  });
