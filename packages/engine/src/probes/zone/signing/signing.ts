import { toUpperHex } from '@perimeter/protocols/dns/encodings';
import type { Message } from '@perimeter/protocols/dns/message';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import type { ZoneQuestion, ZoneServer } from '../../../evidence/zone/schema.ts';
import type { SignedZone } from '../../../net/dnssec/rrset.ts';
import { judgeAnswer, judgeServedKeys, judgingAt } from '../../../net/dnssec/validator/answer.ts';
import type { Judging } from '../../../net/dnssec/validator/inquiry.ts';
import type { ProbeContext } from '../../probe.ts';
import { type Answers, messageIn } from '../asking.ts';
import { directQuestion, type ZoneNames } from '../questions.ts';

type Fault = NonNullable<ZoneServer['signing']>[number];

/** Sets to judge besides the keys: one of each use, and a proof. */
const judged = ['SOA', 'A', 'AAAA', 'MX', 'missing-name'] as const;

/** A complete authoritative answer; null: none. */
function wholeIn(answers: Answers, question: ZoneQuestion): Message | null {
  const message = messageIn(answers.get(question));
  const isWhole = message?.flags.authoritative === true && !message.flags.truncated;
  return isWhole && (message.responseCode === 0 || message.responseCode === 3) ? message : null;
}

const idOf = ({ algorithm, publicKey }: SignedZone['keys'][number]): string => `${algorithm} ${toUpperHex(publicKey)}`;

/** Keys in all of these sets: validators may verify one server's answer with another's keys. */
function sharedKeys(sets: readonly { zone: SignedZone }[]): SignedZone['keys'] {
  const [first, ...others] = sets.map(({ zone }) => zone.keys);
  const ids = others.map((keys) => new Set(keys.map(idOf)));
  return (first ?? []).filter((key) => ids.every((known) => known.has(idOf(key))));
}

/** Judges each server's answers like a validator with keys from any of them. */
export function judgeServers(
  names: ZoneNames,
  ds: readonly ResourceRecord[],
  servers: readonly Answers[],
  judging: Judging,
): Fault[][] {
  const keySets = servers.map((answers) => {
    const message = wholeIn(answers, 'DNSKEY');
    return message === null ? null : judgeServedKeys(message, names.zone, ds, judging);
  });
  const sound = keySets.filter((keys) => keys?.security === 'secure');
  const shared = { name: names.zone, keys: sharedKeys(sound.filter((keys) => keys !== null)) };
  return servers.map((answers, at) => {
    const own = keySets[at];
    const ofKeys: Fault[] = own?.security === 'bogus' ? [{ question: 'DNSKEY', reason: own.reason }] : [];
    if (sound.length === 0) return ofKeys;
    const ofSets = judged.flatMap((question): Fault[] => {
      const message = wholeIn(answers, question);
      if (message === null) return [];
      const by = (zone: SignedZone) => judgeAnswer(directQuestion(question, names), message, zone, judging);
      const found = by(shared);
      if (found.security !== 'bogus') return [];
      const isOwn = own?.security === 'secure' && by(own.zone).security === 'secure';
      return [{ question, reason: isOwn ? 'key-not-shared' : found.reason }];
    });
    return [...ofKeys, ...ofSets];
  });
}

/** The same for a zone with trusted DS records; null for others. */
export async function signingOf(
  { validator, target }: ProbeContext,
  names: ZoneNames,
  servers: readonly Answers[],
): Promise<Fault[][] | null> {
  if (names.parent === null || servers.length === 0) return null;
  const { security, records } = await validator.validate(names.zone, 'DS');
  if (security !== 'secure' || records.length === 0) return null;
  return judgeServers(names, records, servers, judgingAt(target.startedAtMs));
}
