import type { Plain, Why } from '../../../catalogue/outcome.ts';
import type { ExposedPathResult, ExposureEvidence } from '../../../evidence/exposure/schema.ts';

/** Why no path was requested. */
export const notAskedOutcomes: Record<NonNullable<ExposureEvidence['notAsked']>, Plain> = {
  'no-document': { outcome: 'inconclusive', cause: 'page', reason: 'No document of the site was received' },
  'not-own': {
    outcome: 'not-applicable',
    reason: 'The site redirects to a host of another domain, which is not tested',
  },
  walled: {
    outcome: 'inconclusive',
    cause: 'walled',
    reason: 'The site was not shown to this audit, so no path of it was requested',
  },
  robots: { outcome: 'inconclusive', cause: 'robots', reason: 'robots_txt: robots.txt of the site bars this audit' },
  login: { outcome: 'not-applicable', reason: 'The site requires a login, and only its login was seen' },
  passive: {
    outcome: 'not-applicable',
    reason: 'The operator of this service does not allow path requests for this caller',
  },
};

/** Why a path was not judged. */
export const unseenPaths: Record<NonNullable<ExposedPathResult['unseen']>, Why> = {
  'rate-limited': { cause: 'limited', reason: 'the site limits requests' },
  blocked: { cause: 'limited', reason: 'the site stopped answering as before' },
  unavailable: { cause: 'server-error', reason: 'the server failed' },
  failed: { cause: 'silence', reason: 'the request failed' },
  unreadable: { cause: 'unusable-answer', reason: 'the answer could not be read' },
  'any-path': { cause: 'walled', reason: 'the site answers paths that do not exist in the same way' },
  stopped: { cause: 'budget', reason: 'the time for these requests was used up' },
  budget: { cause: 'budget', reason: 'the audit had sent as many requests as it may send to one site' },
  silent: { cause: 'silence', reason: 'too many other paths had no answer' },
};
