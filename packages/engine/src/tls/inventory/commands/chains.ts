import { signatureSchemes } from '@perimeter/protocols/tls/signature-schemes.data';
import type { ProtocolQuest } from './application-protocols.ts';
import { maxProtocolQuestions, noApplicationProtocol, outcomeOfHalf } from './application-protocols.ts';
import { tls13Schemes } from '../../client/hello/code-points.ts';
import type { HalfHandshake } from '../../client/partial-handshake.ts';
import type { HalfAnswer, HalfOffer } from './partial-handshake.ts';
import { askHalf } from './partial-handshake.ts';
import type { Interview } from '../scan-session.ts';
import { computableGroups } from '../../client/keys/key-share.ts';

/** Asks for a half handshake and keeps the chain that it showed. */
async function askForChain(interview: Interview, offer: HalfOffer): Promise<HalfAnswer> {
  const answer = await askHalf(interview, offer);
  if (answer.kind === 'seen' && !answer.half.showsRawKey)
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

/** What the half handshakes showed. */
export interface Halves {
  half: HalfHandshake | null;
  /** True: a hello of more than one segment was answered; false: that is not known yet. */
  tookLarge: boolean;
}

/**
 * The first half handshake is asked without the group that the server would rather take, because servers that tell their
 * groups do so only then; and its hello is a large one. Where that finds no answer it is asked as usual.
 */
async function askTelling(interview: Interview, offer: HalfOffer, favourite: number | null) {
  const groups = computableGroups.filter((group) => group !== favourite);
  const answer = await askForChain(interview, { ...offer, groups, isLarge: true });
  const isAnswered = answer.kind === 'seen' || (answer.kind === 'refused' && answer.alert === noApplicationProtocol);
  return isAnswered ? { answer, tookLarge: true } : { answer: await askForChain(interview, offer), tookLarge: false };
}

/** Asks until the quest for protocols is over; gives the first half that was seen. */
async function pursue(interview: Interview, quest: ProtocolQuest, favourite: number | null): Promise<Halves> {
  const halves: Halves = { half: null, tookLarge: false };
  for (let turn = 0; turn < maxProtocolQuestions && quest.offer().length > 0; turn += 1) {
    const protocols = quest.offer();
    const { answer, tookLarge } =
      turn === 0
        ? await askTelling(interview, { protocols }, favourite)
        : { answer: await askForChain(interview, { protocols }), tookLarge: false };
    halves.tookLarge ||= tookLarge;
    if (answer.kind === 'failed') break;
    if (answer.kind === 'seen') halves.half ??= answer.half;
    const alert = answer.kind === 'refused' ? (answer.alert ?? -1) : null;
    const outcome = outcomeOfHalf(alert, answer.kind === 'seen' ? answer.half.protocol : null);
    quest.take(protocols, outcome);
    if (outcome.kind === 'unclear') break;
  }
  return halves;
}

const halfOf = (answer: HalfAnswer): HalfHandshake | null => (answer.kind === 'seen' ? answer.half : null);

/**
 * The server's half of a TLS 1.3 handshake, whose favourite group is known. Where no older version shows the protocols and
 * the chain of the other kind of key, they are asked for here.
 */
export async function askHalves(
  interview: Interview,
  quest: ProtocolQuest | null,
  favourite: number | null,
): Promise<Halves> {
  if (quest === null) {
    const { answer, tookLarge } = await askTelling(interview, {}, favourite);
    return { half: halfOf(answer), tookLarge };
  }
  const pursued = await pursue(interview, quest, favourite);
  const half = pursued.half ?? halfOf(await askForChain(interview, {}));
  const scheme = half?.scheme ?? null;
  if (scheme !== null) await askForChain(interview, { schemes: schemesOfOtherKeys(scheme) });
  return { half, tookLarge: pursued.tookLarge };
}

/** The half handshake alone, for the chain and what stands beside it. */
export const askHalfAlone = async (interview: Interview): Promise<HalfHandshake | null> =>
  halfOf(await askForChain(interview, {}));
