import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { preferredOnly } from '../endpoint-evidence.ts';
import type { HelloAnswer, Negotiated } from '../negotiated.ts';
import type { ScanSession } from '../scan-session.ts';
import { versionsTaken } from './likeness.ts';
import { answersAlike } from './questions.ts';
import { awaitReference } from './reference.ts';

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

/** A version whose answers equal the other address's. */
const sharedVersion = (one: TlsVersion, first: HelloAnswer, signatureSchemes: readonly number[]): TlsVersion => ({
  ...preferredOnly(one.version, first),
  suites: [...one.suites],
  enumeration: 'compared',
  preference: one.preference,
  groups: [...one.groups],
  groupsEnumerated: true,
  signatureSchemes: [...signatureSchemes],
});

/** The versions with the other address's lists if they apply here too; else null. */
export async function versionsLike(
  session: ScanSession,
  negotiated: Negotiated,
  { listedGroups, scheme }: { listedGroups: readonly number[] | null; scheme: number | null },
): Promise<readonly TlsVersion[] | null> {
  const reference = await awaitReference(session);
  if (reference === null) return null;
  const accepted = versionsTaken(reference);
  if (!choosesAlike(negotiated, accepted) || !(await answersAlike(session, accepted, listedGroups))) return null;
  return accepted.flatMap((one) => {
    const first = firstOf(negotiated, one);
    if (first === null) return [];
    if (one.version === 'TLSv1.3') return [sharedVersion(one, first, scheme === null ? [] : [scheme])];
    return [sharedVersion(one, first, session.transcript.exchanges.schemesOf('TLSv1.2'))];
  });
}
