import { seen } from '../../../evidence/observed.ts';
import { preferredOnly } from '../endpoint-evidence.ts';
import { downgradeSentinelOf, legacyFacts, partialHandshakeFacts } from '../hello-facts.ts';
import { protocolOutcome } from '../enumeration/application-protocols.ts';
import { tellingAnswer } from '../telling-answer.ts';
import type { Learned } from '../learned.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { scanPartialHandshake } from './partial-handshakes.ts';

function protocolsIn(answer: HelloAnswer | undefined): NonNullable<Learned['facts']> {
  if (answer === undefined) return {};
  const outcome = protocolOutcome(answer);
  if (outcome.kind !== 'selected') return {};
  const selected = outcome.protocol === null ? [] : [outcome.protocol];
  return { alpn: seen({ offered: [...answer.echoes.offer.protocols], selected }) };
}

/** What the first answers show, and the chain where they do not show it. */
export async function readFirstChoices(session: ScanSession, { negotiated, answers }: FirstResults): Promise<Learned> {
  const { legacy, tls13 } = negotiated;
  const [best] = legacy;
  const telling = best === undefined ? undefined : await tellingAnswer(session, best);
  const handshakes = best === undefined && tls13 !== null ? await scanPartialHandshake(session) : null;
  return {
    versions: [
      ...legacy.map((one) => preferredOnly(one.version, one.first)),
      ...(tls13 === null ? [] : [preferredOnly('TLSv1.3', tls13)]),
    ],
    chains: handshakes?.chains ?? [],
    facts: {
      ...(telling === undefined ? {} : legacyFacts(telling)),
      ...partialHandshakeFacts(handshakes?.partial ?? null),
      ...protocolsIn(telling),
      downgradeSentinel: downgradeSentinelOf(answers.get('TLSv1.2'), tls13 !== null),
    },
  };
}
