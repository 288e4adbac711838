import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { type ServerAnswer, brokeOff, speaks } from '../../client/answer.ts';
import {
  browserLikeGroups,
  fieldGroups,
  legacyGroups,
  legacySuites,
  tls13Groups,
  tls13Suites,
} from '../../client/hello/code-points.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { SendOptions } from '../../client/tls-client.ts';
import { curveSuitesIn } from '../enumeration/tls12-groups.ts';
import { offers13 } from '../enumeration/tls13-offers.ts';
import { type ScanSession, untilTelling } from '../scan-session.ts';

const without = (all: readonly number[], known: readonly number[]): number[] =>
  all.filter((code) => !known.includes(code));

/** A refusal sent by the server: a failed connection, or another version, is inconclusive. */
const isRefused = (answer: ServerAnswer): boolean => answer.kind === 'refused';

/** Reversed suites, without the first one if two are left; and the expected choice of a similar server. */
export function turnedRound({ suites, preference }: Pick<TlsVersion, 'suites' | 'preference'>): {
  offered: number[];
  expected: number | undefined;
} {
  const ordered = suites.length > 2 ? suites.slice(1) : suites;
  const offered = ordered.toReversed();
  const followsClient = preference.known && preference.value === 'client';
  return { offered, expected: followsClient ? offered[0] : ordered[0] };
}

const keyOf = (code: number): string | undefined => cipherSuites.get(code)?.authentication;

/** Curves that only exist for key exchange, not for certificate keys. */
const exchangeOnly: ReadonlySet<number> = new Set([0x001d, 0x001e]);

/**
 * Groups that the other address was not seen to accept. A server with only an ECDSA key also needs its key's curve (RFC
 * 8422 section 5.1), and should choose that.
 */
export function groupsToRefuse({ suites, groups }: Pick<TlsVersion, 'suites' | 'groups'>): {
  offered: number[];
  allowed: number[];
} {
  const allowed = suites.every((code) => keyOf(code) === 'ECDSA')
    ? groups.filter((group) => !exchangeOnly.has(group))
    : [];
  return { offered: [...without(legacyGroups, groups), ...allowed], allowed };
}

/** True where none of the other groups was chosen. Some servers detect after their ServerHello that they support none. */
function hasNoOther(answer: ServerAnswer, allowed: readonly number[]): boolean {
  const exchange = answer.flight.serverKeyExchange;
  if (exchange === null) return isRefused(answer) || brokeOff(answer);
  return exchange.kind === 'named-curve' && allowed.includes(exchange.group);
}

/** Whether each TLS 1.2 answer equals the other address's. */
async function asked12(session: ScanSession, { suites, groups, preference }: TlsVersion): Promise<boolean> {
  const { client, transcript } = session;
  const ask = (spec: Omit<HelloSpec, 'version'>, options: SendOptions = {}): Promise<ServerAnswer> =>
    client.ask({ version: 'TLSv1.2', ...spec }, { enough: untilTelling(session), ...options });
  const { offered, expected } = turnedRound({ suites, preference });
  const keys = Map.groupBy(suites, keyOf);
  const { offered: otherGroups, allowed } = groupsToRefuse({ suites, groups });
  const unseen = [...keys.values()].filter(([code = 0]) => !transcript.hasChainFor(code));
  const [others, turned, grouped, ...ofKeys] = await Promise.all([
    // Finite fields are named, for servers that take DHE suites from nobody else (RFC 7919 section 4).
    ask({ suites: without(legacySuites, suites), groups: [...browserLikeGroups, ...fieldGroups] }),
    ask({ suites: offered }),
    ask({ suites: curveSuitesIn(suites), groups: otherGroups }),
    ...unseen.map((codes) => ask({ suites: codes })),
  ]);
  return (
    isRefused(others) &&
    speaks(turned, wireVersions['TLSv1.2']) &&
    turned.kind === 'hello' &&
    turned.hello.suite === expected &&
    hasNoOther(grouped, allowed) &&
    ofKeys.every(({ kind }) => kind === 'hello')
  );
}

async function asked13(
  session: ScanSession,
  { suites, groups, preference }: TlsVersion,
  listed: readonly number[] | null,
): Promise<boolean> {
  const offer = offers13(session, false);
  const { offered, expected } = turnedRound({ suites, preference });
  // The server's own list of its groups stands for the question about others, which the other address answered by it as well.
  const hasOwnList = listed !== null && without(groups, listed).length + without(listed, groups).length === 0;
  const [others, turned, otherGroups] = await Promise.all([
    offer(without(tls13Suites, suites), tls13Groups),
    offer(offered, groups),
    hasOwnList ? null : offer(tls13Suites, without(tls13Groups, groups)),
  ]);
  return (
    isRefused(others) &&
    turned.kind === 'hello' &&
    turned.hello.suite === expected &&
    (otherGroups === null || isRefused(otherGroups))
  );
}

/**
 * True where every answer equals the other address's. For each version: all suites except its own, and all groups
 * except its own, are refused; reversed suites bring its choice; and each key type shows its chain.
 */
export async function answersAlike(
  session: ScanSession,
  accepted: readonly TlsVersion[],
  listedGroups: readonly number[] | null,
): Promise<boolean> {
  const alike = await Promise.all(
    accepted.map((one) => (one.version === 'TLSv1.3' ? asked13(session, one, listedGroups) : asked12(session, one))),
  );
  return alike.every(Boolean);
}
