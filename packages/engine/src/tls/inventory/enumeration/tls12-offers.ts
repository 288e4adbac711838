import { isFiniteField, strengthOf } from '@perimeter/protocols/tls/registry/classify';
import { type NetFailure, netFailed } from '../../../evidence/observed.ts';
import { cipherSuites, suiteHex } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { ServerAnswer } from '../../client/answer.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { KeepAs } from '../../client/tls-client.ts';
import { type AlpnScan, protocolOutcome } from './application-protocols.ts';
import type { LegacyVersion, NegotiatedVersion } from '../negotiated.ts';
import { type ScanSession, untilTelling } from '../scan-session.ts';
import type { List } from './elimination.ts';
import type { OfferSuites } from './suite-elimination.ts';
import { groupsByTheWay, noteGroup } from './tls12-groups.ts';

/** What to enumerate of a version up to TLS 1.2. */
export interface EnumerationTask extends NegotiatedVersion {
  /** Groups are enumerated; else they are listed as far as other answers show them. */
  withGroups: boolean;
  /** Application protocols that are scanned in the same hellos, or null. */
  alpn: AlpnScan | null;
  /** Whether to offer DHE suites with finite fields by name. */
  wantsFields: () => Promise<boolean>;
  /** Whether the server has curve suites at all, so that they are worth offering with unusual hellos; not known where absent. */
  hasCurves?: () => Promise<boolean>;
}

/** The key under which a choice is stored for findings; none for strong suites without a finite field. */
export function choiceName(version: LegacyVersion, suite: number): KeepAs | null {
  const known = cipherSuites.get(suite);
  const isOrdinary = known !== undefined && strengthOf(known) === 'strong' && !isFiniteField(known);
  return isOrdinary ? null : { name: `${version} ${suiteHex(suite)}`, isBrief: true };
}

type Read =
  | { kind: 'protocols-refused' | 'refused' }
  | { kind: 'failed'; failure: NetFailure }
  | { kind: 'chosen'; suite: number };

function readChoice(answer: ServerAnswer, version: LegacyVersion, offer: readonly number[]): Read {
  if (protocolOutcome(answer).kind === 'rejected') return { kind: 'protocols-refused' };
  if (answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
  if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return { kind: 'refused' };
  const { suite } = answer.hello;
  if (offer.includes(suite)) return { kind: 'chosen', suite };
  return { kind: 'failed', failure: netFailed('malformed', 'chose-unoffered') };
}

/** Offers suites; protocols and groups are scanned in the same hello. Refused protocols are not refused suites. */
export function suiteOffers(
  session: ScanSession,
  { version, alpn }: Pick<EnumerationTask, 'version' | 'alpn'>,
  groups: List,
  extra: Partial<HelloSpec> = {},
): OfferSuites {
  const enough = untilTelling(session);
  const once: OfferSuites = async (offer) => {
    const protocols = alpn?.offer() ?? [];
    const offeredGroups = groupsByTheWay(groups, session.client.style);
    const keep = (answer: ServerAnswer): KeepAs | null => {
      const read = readChoice(answer, version, offer);
      if (read.kind === 'chosen') return choiceName(version, read.suite);
      return read.kind === 'protocols-refused' && alpn !== null ? { name: 'alpnRejectsUnknown' } : null;
    };
    const spec = { version, suites: offer, groups: offeredGroups, protocols, ...extra };
    const answer = await session.client.ask(spec, { enough, keep });
    if (alpn?.take(protocols, protocolOutcome(answer)) === true) return once(offer);
    const read = readChoice(answer, version, offer);
    if (read.kind === 'chosen') noteGroup(groups, offeredGroups, answer);
    if (read.kind === 'failed') return read.failure;
    return read.kind === 'chosen' ? read.suite : null;
  };
  return once;
}
