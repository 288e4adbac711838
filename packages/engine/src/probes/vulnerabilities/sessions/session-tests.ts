import { countRenegotiations } from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import { readings } from '../../../evidence/vulnerabilities/readings.ts';
import type { Subject } from '../exchange/subject.ts';
import { finding, within } from '../exchange/within.ts';
import type { Facts } from '../facts.ts';
import { testClientRenegotiation } from './client-renegotiation.ts';
import { testCrossName } from './cross-name.ts';

/** Flaws of sessions: renegotiation by the client, and resumption under another name. */
export async function testSessions(
  subject: Subject,
  otherNames: readonly string[],
): Promise<Pick<Facts, 'clientRenegotiation' | 'crossNameResumption'>> {
  return {
    clientRenegotiation: await within(
      subject,
      { name: 'Renegotiation' },
      (test) => countRenegotiations(test).accepted > 0,
      testClientRenegotiation,
    ),
    crossNameResumption: await within(
      subject,
      { name: 'Resumption under another name' },
      finding(readings.crossNameResumption),
      (one, signal) => testCrossName(one, otherNames, signal),
    ),
  };
}
