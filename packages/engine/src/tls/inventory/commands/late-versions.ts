import type { TlsVersionName } from '../../../evidence/tls/schema.ts';
import { enumerateTls13 } from '../enumeration/tls13-enumeration.ts';
import { type Learned, versionsIn } from '../learned.ts';
import { type FirstAnswers, type Negotiated, negotiatedIn } from '../negotiated.ts';
import type { ScanSession } from '../scan-session.ts';
import { scanOlder } from './legacy-versions.ts';

const isKnown = ({ legacy, tls13 }: Negotiated, version: TlsVersionName): boolean =>
  version === 'TLSv1.3' ? tls13 !== null : legacy.some((one) => one.version === version);

/** Enumerates versions that were accepted only at a later attempt. */
export async function scanLateVersions(session: ScanSession, known: Negotiated, late: FirstAnswers): Promise<Learned> {
  const { legacy, tls13 } = negotiatedIn(late);
  const older = legacy.filter(({ version }) => !isKnown(known, version));
  const none = Promise.resolve(null);
  const [learned, late13] = await Promise.all([
    Promise.all(older.map((one) => scanOlder(session, one, none))),
    tls13 === null || isKnown(known, 'TLSv1.3') ? null : enumerateTls13(session, tls13, none),
  ]);
  return {
    versions: [...versionsIn(learned), ...(late13 === null ? [] : [late13.version])],
    chains: late13?.chains ?? [],
    raw: Object.assign({}, ...learned.map(({ raw }) => raw)),
  };
}
