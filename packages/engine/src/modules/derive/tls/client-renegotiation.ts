import {
  fail,
  informational,
  judgeSeen,
  notApplicable,
  pass,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import { testsslLine } from '../../../catalogue/reproduce.ts';
import {
  countRenegotiations,
  readClientRenegotiation,
} from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import type { FlawEndpoint } from './flaws.ts';
import { acceptsAny, classicVersions } from '../../../evidence/tls/inventory.ts';

/** Internet.nl's limit: this many renegotiations in one connection count as unlimited. */
const manyRenegotiations = 10;

/** The client may renegotiate without a limit (CVE-2011-1473). */
export const judgeClientRenegotiation = ({ tls, flaws }: FlawEndpoint): Verdict => {
  if (acceptsAny(tls, classicVersions) === false)
    return notApplicable('Only TLS 1.3 is accepted, which has no renegotiation');
  if (flaws === null) return openBy('renegotiation-untested');
  return judgeSeen(flaws.clientRenegotiation, (test) => {
    const { accepted, tried } = countRenegotiations(test);
    const { lines } = readClientRenegotiation(test);
    if (accepted === 0) return pass('Client-initiated renegotiation is rejected');
    const draft = {
      description: `${accepted} of ${tried} client-initiated renegotiations were accepted in one connection; expected: fewer than ${manyRenegotiations}.`,
      evidence: [lines, testsslLine(flaws, '--renegotiation')],
    };
    return accepted < manyRenegotiations ? informational(draft) : fail(draft);
  });
};
