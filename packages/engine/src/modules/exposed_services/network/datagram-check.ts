import { datagramTalks } from '@perimeter/protocols/services/datagrams.data';
import { type Check, defineCheck } from '../../../catalogue/check.ts';
import { combine, type Judged } from '../../../catalogue/combine.ts';
import { fail, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { datagramLine } from '../../../catalogue/reproduce-service.ts';
import type { DatagramAnswer, SweptAddress } from '../../../evidence/ports/schema.ts';
import { closedBy, type Facts, unasked } from '../service-check.ts';

interface Judging {
  isAbout: (answer: DatagramAnswer) => boolean;
  /** What an answer means; null: nothing. */
  describe: (answer: DatagramAnswer) => string | null;
}

const talkWith = ({ service, port }: DatagramAnswer) =>
  datagramTalks.find((talk) => talk.service === service && talk.port === port);

function judge(answer: DatagramAnswer, { describe }: Judging, { host, answering }: SweptAddress): Judged {
  const { address, port, state, service, sentBytes, heardBytes, heard } = answer;
  const location = { host, address, port, url: `udp://${host}:${port}` };
  if (state === 'unseen') return { ...inconclusive(`UDP port ${port} was not tested`), location };
  if (state === 'silent' && !answering)
    return { ...inconclusive(`No answer from ${address} UDP port ${port}: packets may be filtered`), location };
  const talk = talkWith(answer);
  const description = state === 'answered' ? describe(answer) : null;
  if (description === null) return { ...pass(''), location };
  return {
    ...fail({
      subject: `udp ${service}`,
      description,
      evidence: [
        `${address} UDP port ${port}: ${sentBytes} bytes sent (${talk?.what ?? service}), ${heardBytes} bytes received`,
        `received: ${heard}`,
        datagramLine({ address, port, serverName: host }, talk?.sends ?? ''),
      ],
    }),
    location,
  };
}

/** Declares a check of what UDP services answer to one datagram. */
export const datagramCheck = ({ isAbout, describe, ...facts }: Omit<Facts, 'mode'> & Judging): Check =>
  defineCheck({
    ...facts,
    mode: 'deep',
    needs: ['ports', 'endpoints'],
    evaluate: (evidence) => {
      const nothing = unasked(evidence);
      if (nothing !== null) return nothing;
      const { addresses, datagrams } = evidence.ports;
      const judged = datagrams.filter(isAbout).flatMap((answer) => {
        const place = addresses.find(({ address }) => address === answer.address);
        return place === undefined || closedBy({ ...place, tarpit: false }) !== null
          ? []
          : [judge(answer, { isAbout, describe }, place)];
      });
      if (judged.length === 0) return notApplicable('Datagrams are sent only with stated authority to test the domain');
      const outcome = combine(facts.finding, judged);
      return outcome.outcome === 'pass' ? pass(`None of ${judged.length} UDP ports gave such an answer`) : outcome;
    },
  });
