import type { Message } from '@perimeter/protocols/dns/message';
import { decodeMessage, responseCodes } from '@perimeter/protocols/dns/message';
import { canonicalName, decodeName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { parseRecords } from '@perimeter/protocols/dns/record-line';
import { typeCode } from '@perimeter/protocols/dns/types';
import { empty } from '../odd/outside.ts';
import { soundAnswer } from '../odd/responder.ts';
import type { OwnKey } from '../own-keys.ts';
import { signature } from '../own-signing.ts';
import { loadZone, type LoadedZone } from '../own-zones.ts';
import type { LiveSigning, Zone } from '../zone.ts';
import { denials, isCompact } from './denial.ts';

const [cname, dnskey, soa] = [typeCode('CNAME'), typeCode('DNSKEY'), typeCode('SOA')];

/** A zone with the key that signs its answers. */
export interface LiveZone {
  readonly zone: Zone;
  readonly key: OwnKey;
  readonly live: LiveSigning;
}

interface Loaded extends LiveZone {
  readonly loaded: LoadedZone;
}

/** Signatures for a day: those of yesterday's answers are of no use tomorrow. */
const hoursOfDay = 23;

function load(one: LiveZone): Loaded {
  const loaded = loadZone(one.zone);
  const { origin, records } = loaded;
  const keys = parseRecords(`${origin}. 300 IN DNSKEY ${printRdata(dnskey, one.key.rdata)}`);
  return {
    ...one,
    loaded: { ...loaded, records: new Map([...records, [origin, [...(records.get(origin) ?? []), ...keys]]]) },
  };
}

/** The records and, behind each set, its signature. */
function signed(records: readonly ResourceRecord[], { loaded, key, live }: Loaded): ResourceRecord[] {
  const hoursAgo = live.beginsInSeconds === undefined ? 1 : -live.beginsInSeconds / 3_600;
  const sets = Object.values(Object.groupBy(records, ({ name, type }) => `${name} ${type}`));
  return sets.flatMap((set = []) => [
    ...set,
    ...parseRecords(signature(set, loaded.origin, key, { hours: hoursOfDay, hoursAgo })),
  ]);
}

/** The name whose records are missing: the last link of aliases, or the name that was asked for. */
function missingName({ answers, questions }: Message): string {
  const last = answers.at(-1);
  return canonicalName(last?.type === cname ? decodeName(last.rdata, 0).name : (questions[0]?.name ?? '.'));
}

/** Signs an answer and, in one that is negative, adds the proof. */
function liveAnswer(sound: Message, zone: Loaded): Message {
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
    authorities: signed([...sound.authorities, ...parseRecords(proof.join('\n'))], zone),
  };
}

/** Answers for zones that it signs as it is asked; for all others it refuses. */
export function createLiveResponder(zones: readonly LiveZone[]): (bytes: Uint8Array) => Message {
  const served = zones.map(load);
  return (bytes) => {
    const query = decodeMessage(bytes);
    const name = canonicalName(query.questions[0]?.name ?? '.');
    const zone = served.find(({ loaded }) => isAtOrBelow(name, loaded.origin));
    if (zone === undefined) return empty(query, responseCodes.refused);
    const sound = soundAnswer(query, zone.loaded);
    return query.edns?.dnssecOk === true ? liveAnswer(sound, zone) : sound;
  };
}
