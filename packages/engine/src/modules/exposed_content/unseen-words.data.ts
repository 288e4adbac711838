import type { ExposedPathResult } from '../../evidence/exposure/schema.ts';

/** Why a path was not judged. */
export const unseenWords: Record<NonNullable<ExposedPathResult['unseen']>, string> = {
  'rate-limited': 'the site limits requests',
  blocked: 'the site stopped answering as before',
  unavailable: 'the server behind the gateway did not answer',
  failed: 'the request failed',
  unreadable: 'the answer could not be read',
  'any-path': 'the site answers paths that do not exist in the same way',
  stopped: 'the time for these requests was used up',
  budget: 'the audit had sent as many requests as it may send to one site',
  silent: 'too many other paths had no answer',
};
