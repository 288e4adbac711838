import type { openTexts } from '../open-texts.data.ts';
import type { Cause } from '../causes.data.ts';

/** Why a subject cannot be judged: a closed list of codes. */
export type OpenCode = keyof typeof openTexts;

/** The cause behind each code of an open subject; of those that are left out, the values show it. */
export const openCauses = {
  'no-document-seen': 'page',
  'other-than-the-site': 'walled',
  'barred-by-robots': 'robots',
  'request-not-sent': 'not-reached',
  'datagram-not-sent': 'not-reached',
  'datagram-unanswered': 'silence',
  'names-unanswered': 'name-servers',
  'every-path-answered': 'walled',
  'nothing-to-compare': 'silence',
  'similar-path-same': 'walled',
  'similar-path-unseen': 'walled',
  'other-service': 'not-reached',
  'zone-not-found': 'name-servers',
  'keys-not-looked-up': 'name-servers',
  'records-removed': 'name-servers',
  'ssh-not-identified': 'not-reached',
  'ssh-offer-not-received': 'not-reached',
  'http-not-requested': 'not-reached',
  'servers-not-asked': 'name-servers',
  'selectors-not-looked-up': 'name-servers',
} as const satisfies Readonly<Partial<Record<OpenCode, Cause>>>;
