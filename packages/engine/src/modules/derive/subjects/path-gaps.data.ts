import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../../evidence/exposure/schema.ts';

/** Why no path was requested. */
export const notAskedOutcomes: Record<NonNullable<ExposureEvidence['notAsked']>, Plain> = {
  'no-document': openBy('no-document-for-paths'),
  'not-own': {
    outcome: 'not-applicable',
    reason: 'The site redirects to a host of another domain, which is not tested',
  },
  walled: openBy('walled-for-paths'),
  robots: openBy('barred-by-robots'),
  login: { outcome: 'not-applicable', reason: 'The site requires a login, and only its login was seen' },
  passive: {
    outcome: 'not-applicable',
    reason: 'The operator of this service does not allow path requests for this caller',
  },
};

/** Why a path was not judged. */
export const unseenPaths = {
  'rate-limited': 'path-limited',
  blocked: 'path-banned',
  unavailable: 'path-error',
  failed: 'path-failed',
  unreadable: 'path-unreadable',
  'any-path': 'path-like-any',
  stopped: 'path-out-of-time',
  budget: 'path-out-of-requests',
  silent: 'path-after-silence',
} as const satisfies Record<NonNullable<ExposedPathResult['unseen']>, string>;
