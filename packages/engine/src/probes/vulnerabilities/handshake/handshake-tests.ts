import { readings } from '../../../evidence/vulnerabilities/readings.ts';
import type { Subject } from '../exchange/subject.ts';
import { finding, within } from '../exchange/within.ts';
import type { Facts } from '../facts.ts';
import { testEarlyCcs } from './early-ccs.ts';
import { testHeartbleed } from './heartbleed.ts';
import { testTicketbleed } from './ticketbleed.ts';

/** Tests flaws of handshakes that the inventory does not already rule out. */
export async function testHandshakes(
  subject: Subject,
  { heartbleed, ticketbleed }: Facts,
): Promise<Pick<Facts, 'heartbleed' | 'earlyCcs' | 'ticketbleed'>> {
  return {
    heartbleed: heartbleed.known
      ? heartbleed
      : await within(subject, { name: 'Heartbleed' }, finding(readings.heartbleed), testHeartbleed),
    earlyCcs: await within(subject, { name: 'Early ChangeCipherSpec' }, finding(readings.earlyCcs), testEarlyCcs),
    ticketbleed: ticketbleed.known
      ? ticketbleed
      : await within(subject, { name: 'Ticketbleed' }, finding(readings.ticketbleed), testTicketbleed),
  };
}
