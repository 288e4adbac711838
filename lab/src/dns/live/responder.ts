import { decodeMessage, type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { canonicalName, decodeName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import { empty } from '../odd/outside.ts';
import { soundAnswer } from '../odd/responder.ts';
import { denials, isCompact } from './denial.ts';
import { type LiveZone, loadLive, type LoadedLiveZone, signed, signedLines } from './signed.ts';

const [cname, soa] = [typeCode('CNAME'), typeCode('SOA')];

/** The name without records: the last alias target, or the queried name. */
function missingName({ answers, questions }: Message): string {
  const last = answers.at(-1);
  return canonicalName(last?.type === cname ? decodeName(last.rdata, 0).name : (questions[0]?.name ?? '.'));
}

/** Signs an answer, and adds the proof to a negative one. */
function liveAnswer(sound: Message, zone: LoadedLiveZone): Message {
  const [question] = sound.questions;
  const answers = signed(sound.answers, zone);
  if (question === undefined || !sound.authorities.some(({ type }) => type === soa)) return { ...sound, answers };
  const { denial = 'compact' } = zone.live;
  const name = missingName(sound);
  const isMissing = sound.responseCode === responseCodes.nameError;
  const types = isMissing ? null : (zone.loaded.records.get(name) ?? []).map(({ type }) => type);
  const proof = denials[denial]({ zone: zone.loaded, question: { ...question, name }, types });
  return {
    ...sound,
    responseCode: isCompact(denial) ? responseCodes.noError : sound.responseCode,
    answers,
    authorities: signedLines(sound.authorities, proof, zone),
  };
}

/** Answers for zones that are signed online; refuses all others. */
export function createLiveResponder(zones: readonly LiveZone[]): (bytes: Uint8Array) => Message {
  const served = zones.map(loadLive);
  return (bytes) => {
    const query = decodeMessage(bytes);
    const name = canonicalName(query.questions[0]?.name ?? '.');
    const zone = served.find(({ loaded }) => isAtOrBelow(name, loaded.origin));
    if (zone === undefined) return empty(query, responseCodes.refused);
    const sound = soundAnswer(query, zone.loaded);
    return query.edns?.dnssecOk === true ? liveAnswer(sound, zone) : sound;
  };
}
