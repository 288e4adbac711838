import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import {
  parseStrictTransportSecurity,
  type StrictTransportSecurity,
} from '@perimeter/protocols/http/policies/strict-transport-security';
import type { Answer } from '../../../evidence/http/answer.ts';
import { type Hop, hopsOf } from '../../derive/http/visits.ts';
import { type HstsEvidence, hstsLines } from '../../derive/http/hsts.ts';

/** The document of the site, and its header as it came. */
export interface HstsDocument {
  document: Answer;
  hop: Hop;
  lines: HeaderLines;
  /** What the header says by itself, whatever the certificate; null where it is absent or void. */
  policy: StrictTransportSecurity | null;
}

/** The document as a hop of the visits. */
export function documentHop(document: Answer, evidence: HstsEvidence): HstsDocument {
  const { exchange, url, response } = document;
  const found = hopsOf(evidence).find((hop) => hop.exchange.id === exchange.id);
  const hop: Hop = found ?? { exchange, url, isOwn: true, response, failure: null, next: null };
  return { document, hop, lines: hstsLines(hop), policy: parseStrictTransportSecurity(document.headers).value };
}
