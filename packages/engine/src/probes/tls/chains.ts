import { signatureSchemes } from '@perimeter/protocols/tls/signature-schemes.data';
import type { ProtocolQuest } from './application-protocols.ts';
import { maxProtocolQuestions, outcomeOfHalf } from './application-protocols.ts';
import { tls13Schemes } from './code-points.ts';
import type { HalfHandshake } from './half-handshake.ts';
import type { HalfAnswer, HalfOffer } from './half-questions.ts';
import { askHalf } from './half-questions.ts';
import type { Interview } from './interview.ts';

/** Asks for a half handshake and keeps the chain that it showed. */
async function askForChain(interview: Interview, offer: HalfOffer): Promise<HalfAnswer> {
  const answer = await askHalf(interview, offer);
  if (answer.kind === 'seen')
    interview.observations.addChain(
      'TLSv1.3',
      answer.half.certificates.map(({ der }) => der),
      {
        ocspResponse: answer.half.certificates[0]?.ocspResponse ?? null,
        timestamps: answer.half.certificates[0]?.timestamps ?? null,
      },
    );
  return answer;
}

/** Schemes that need another kind of key than the one that signed. */
const schemesOfOtherKeys = (scheme: number): number[] => {
  const used = signatureSchemes.get(scheme)?.key;
  return tls13Schemes.filter((code) => signatureSchemes.get(code)?.key !== used);
};

/** Asks until the quest for protocols is over; gives the first half that was seen. */
async function pursue(interview: Interview, quest: ProtocolQuest): Promise<HalfHandshake | null> {
  let half: HalfHandshake | null = null;
  for (let turn = 0; turn < maxProtocolQuestions && quest.offer().length > 0; turn += 1) {
    const protocols = quest.offer();
    const answer = await askForChain(interview, { protocols });
    if (answer.kind === 'failed') break;
    if (answer.kind === 'seen') half ??= answer.half;
    const alert = answer.kind === 'refused' ? (answer.alert ?? -1) : null;
    const outcome = outcomeOfHalf(alert, answer.kind === 'seen' ? answer.half.protocol : null);
    quest.take(protocols, outcome);
    if (outcome.kind === 'unclear') break;
  }
  return half;
}

/**
 * The server's half of a TLS 1.3 handshake. Where no older version shows the protocols and the chain of the other kind of
 * key, they are asked for here.
 */
export async function askHalves(interview: Interview, quest: ProtocolQuest | null): Promise<HalfHandshake | null> {
  const pursued = quest === null ? null : await pursue(interview, quest);
  const answer: HalfAnswer = pursued === null ? await askForChain(interview, {}) : { kind: 'seen', half: pursued };
  if (answer.kind !== 'seen') return null;
  const { half } = answer;
  if (quest !== null && half.scheme !== null)
    await askForChain(interview, { schemes: schemesOfOtherKeys(half.scheme) });
  return half;
}
