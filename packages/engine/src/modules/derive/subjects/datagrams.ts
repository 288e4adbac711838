import { datagramTalks } from '@perimeter/protocols/services/datagrams.data';
import { notApplicable, pass, type Plain, redraft, openBy } from '../../../catalogue/outcome.ts';
import { datagramLine } from '../../../catalogue/reproduce-service.ts';
import type { DatagramAnswer, SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedBy, type ServicesEvidence, unasked } from '../network/swept.ts';
import type { Place, Subject } from '../../../catalogue/check-of.ts';

const talkWith = ({ service, port }: DatagramAnswer) =>
  datagramTalks.find((talk) => talk.service === service && talk.port === port);

/** The verdict where a port did not answer; null where it did. */
function settledBy({ state, address, port }: DatagramAnswer, { answering }: SweptAddress): Plain | null {
  if (state === 'answered') return null;
  if (state === 'unseen') return openBy('datagram-not-sent', { port });
  return answering ? pass('') : openBy('datagram-unanswered', { address, port });
}

function placeOf(answer: DatagramAnswer, swept: SweptAddress): Place<DatagramAnswer> {
  const { address, port, service, sentBytes, heardBytes, heard } = answer;
  const { host } = swept;
  const location = { host, address, port, url: `udp://${host}:${port}` };
  const settled = settledBy(answer, swept);
  if (settled !== null) return { settled, location };
  const talk = talkWith(answer);
  return {
    of: answer,
    location,
    weigh: (verdict) => redraft(verdict, (draft) => ({ subject: `udp ${service}`, ...draft })),
    quote: () => [
      `${address} UDP port ${port}: ${sentBytes} bytes sent (${talk?.what ?? service}), ${heardBytes} bytes received`,
      `received: ${heard}`,
      datagramLine({ address, port, serverName: host }, talk?.sends ?? ''),
    ],
  };
}

/** What UDP services answer to one datagram. */
export const datagramAnswers = (
  isAbout: (answer: DatagramAnswer) => boolean,
): Subject<keyof ServicesEvidence, DatagramAnswer> => ({
  needs: ['ports', 'endpoints'],
  select: (evidence) => {
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const { addresses, datagrams } = evidence.ports;
    const places = datagrams.filter(isAbout).flatMap((answer) => {
      const swept = addresses.find(({ address }) => address === answer.address);
      return swept === undefined || closedBy({ ...swept, tarpit: false }) !== null ? [] : [placeOf(answer, swept)];
    });
    if (places.length === 0) return notApplicable('Datagrams are sent only with stated authority to test the domain');
    return {
      places,
      settle: (outcome) =>
        outcome.outcome === 'pass' ? pass(`None of ${places.length} UDP ports gave such an answer`) : outcome,
    };
  },
});
