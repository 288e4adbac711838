import type { Plain } from '../../../catalogue/outcome.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../../evidence/exposure/schema.ts';

/** Why no path was requested. */
export const notAskedOutcomes: Record<NonNullable<ExposureEvidence['notAsked']>, Plain> = {
  'no-document': { outcome: 'inconclusive', reason: 'No document of the site was received' },
  'not-own': {
    outcome: 'not-applicable',
    reason: 'The site redirects to a host of another domain, which is not tested',
  },
  walled: { outcome: 'inconclusive', reason: 'The site was not shown to this audit, so no path of it was requested' },
  robots: { outcome: 'inconclusive', reason: 'robots_txt: robots.txt of the site bars this audit' },
  login: { outcome: 'not-applicable', reason: 'The site requires a login, and only its login was seen' },
  passive: {
    outcome: 'not-applicable',
    reason: 'The operator of this service does not allow path requests for this caller',
  },
};

/** Why a path was not judged. */
export const unseenWords: Record<NonNullable<ExposedPathResult['unseen']>, string> = {
  'rate-limited': 'the site limits requests',
  blocked: 'the site stopped answering as before',
  unavailable: 'the server failed',
  failed: 'the request failed',
  unreadable: 'the answer could not be read',
  'any-path': 'the site answers paths that do not exist in the same way',
  stopped: 'the time for these requests was used up',
  budget: 'the audit had sent as many requests as it may send to one site',
  silent: 'too many other paths had no answer',
};
