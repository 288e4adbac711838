import { setTimeout as pause } from 'node:timers/promises';
import { seen } from '../../../evidence/observed.ts';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import { readFirstChoices } from '../commands/first-choices.ts';
import { scanPartialHandshakes } from '../commands/partial-handshakes.ts';
import { scanByPlatform } from '../commands/platform.ts';
import { preferredOnly } from '../endpoint-evidence.ts';
import { partialHandshakeFacts } from '../hello-facts.ts';
import type { Learned } from '../learned.ts';
import type { HelloAnswer, Negotiated } from '../negotiated.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { acceptedOf, isComparable } from './likeness.ts';
import { answersAlike } from './questions.ts';

/** A slow reference is not waited for: the inventory of this address is then taken in full. */
const referenceMs = 15_000;

/** The inventory to compare with; null where it is late, or not one that another address can be compared with. */
export async function referenceOf({ reference, signal }: ScanSession): Promise<TlsEndpoint | null> {
  const late = new AbortController();
  const ends = AbortSignal.any([signal, late.signal]);
  const limit = pause(referenceMs, null, { signal: ends }).catch(() => null);
  const found = await Promise.race([reference ?? null, limit]);
  late.abort();
  return found !== null && isComparable(found) ? found : null;
}

const firstOf = ({ legacy, tls13 }: Negotiated, { version }: TlsVersion): HelloAnswer | null =>
  version === 'TLSv1.3' ? tls13 : (legacy.find((one) => one.version === version)?.first ?? null);

/** True where the first answers chose what those of the other address chose. */
function choosesAlike(negotiated: Negotiated, accepted: readonly TlsVersion[]): boolean {
  const { legacy, tls13 } = negotiated;
  const isAsMany = legacy.length + Number(tls13 !== null) === accepted.length;
  return (
    isAsMany &&
    accepted.every((one) => {
      const first = firstOf(negotiated, one);
      if (first === null || first.hello.suite !== one.suites[0]) return false;
      return one.version !== 'TLSv1.3' || (first.hello.isRetryRequest && first.hello.group === one.groups[0]);
    })
  );
}

/** A version whose questions were answered as the other address answers them. */
const sharedVersion = (one: TlsVersion, first: HelloAnswer, signatureSchemes: readonly number[]): TlsVersion => ({
  ...preferredOnly(one.version, first),
  suites: [...one.suites],
  enumeration: 'compared',
  preference: one.preference,
  groups: [...one.groups],
  groupsEnumerated: true,
  signatureSchemes: [...signatureSchemes],
});

/** The lists of the other address, where they hold here too; else the first choices. */
async function versionsLike(
  session: ScanSession,
  negotiated: Negotiated,
  { listedGroups, scheme }: { listedGroups: readonly number[] | null; scheme: number | null },
): Promise<readonly TlsVersion[] | null> {
  const reference = await referenceOf(session);
  if (reference === null) return null;
  const accepted = acceptedOf(reference);
  if (!choosesAlike(negotiated, accepted) || !(await answersAlike(session, accepted, listedGroups))) return null;
  return accepted.flatMap((one) => {
    const first = firstOf(negotiated, one);
    if (first === null) return [];
    if (one.version === 'TLSv1.3') return [sharedVersion(one, first, scheme === null ? [] : [scheme])];
    return [sharedVersion(one, first, session.transcript.exchanges.schemesOf('TLSv1.2'))];
  });
}

/**
 * What tells whether an address is configured as another of its host: the first answers, one handshake of TLS 1.3, a complete one,
 * and once the other's inventory is there, questions whose answers it predicts.
 */
export async function compareWithReference(session: ScanSession, first: FirstResults): Promise<Learned> {
  const { negotiated } = first;
  const { tls13 } = negotiated;
  const [choices, handshakes, platform] = await Promise.all([
    readFirstChoices(session, first, (_, legacy) =>
      Promise.resolve(legacy.map(({ version, first: answer }) => preferredOnly(version, answer))),
    ),
    tls13 === null ? null : scanPartialHandshakes(session, null, tls13.hello.group),
    scanByPlatform(session, false, tls13 !== null),
  ]);
  const partial = handshakes?.partial ?? null;
  const listedGroups = partial?.groups ?? null;
  const shared = await versionsLike(session, negotiated, { listedGroups, scheme: partial?.scheme ?? null });
  const { trust, maxEarlyData } = platform.facts ?? {};
  return {
    versions: shared ?? choices.versions ?? [],
    chains: handshakes?.chains ?? [],
    facts: {
      ...choices.facts,
      ...partialHandshakeFacts(partial),
      ...(handshakes?.tookLarge === true ? { largeHello: seen(true) } : {}),
      ...(trust === undefined ? {} : { trust }),
      ...(maxEarlyData === undefined ? {} : { maxEarlyData }),
    },
  };
}
