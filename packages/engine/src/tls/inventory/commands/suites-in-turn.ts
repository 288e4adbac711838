import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { tls13Groups, tls13Suites, usualTls13Suites } from '../../client/hello/code-points.ts';
import { computableGroups } from '../../client/keys/curves.ts';
import { eliminateJointly, listOf } from '../enumeration/elimination.ts';
import { listEnd } from '../enumeration/suite-elimination.ts';
import { offers13, strikingBoth } from '../enumeration/tls13-offers.ts';
import type { Learned } from '../learned.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { listLegacySuites, onlyPreferred, readFirstChoices } from './first-choices.ts';

/** The suites of TLS 1.3; all groups are offered each time. */
async function suitesOf13(session: ScanSession, first: HelloAnswer, version: TlsVersion): Promise<TlsVersion> {
  const insists = !first.hello.isRetryRequest;
  const suites = listOf(tls13Suites, [first.hello.suite], usualTls13Suites);
  const groups = listOf(insists ? computableGroups : tls13Groups);
  await eliminateJointly([suites], strikingBoth(offers13(session, insists), suites, groups));
  return {
    ...version,
    suites: suites.found,
    enumeration: 'full',
    ...listEnd(suites.cuts),
    complete: suites.state === 'complete',
  };
}

/**
 * All suites of the accepted versions, newest first and sequentially: if connections run out, the lists of the versions
 * that senders use are complete.
 */
export async function scanSuitesInTurn(session: ScanSession, first: FirstResults): Promise<Learned> {
  const learned = await readFirstChoices(session, first, onlyPreferred);
  const { tls13, legacy } = first.negotiated;
  const whole = new Map<string, TlsVersion>();
  for (const version of learned.versions ?? [])
    if (version.version === 'TLSv1.3' && tls13 !== null)
      whole.set(version.version, await suitesOf13(session, tls13, version));
  for (const one of legacy)
    for (const version of await listLegacySuites(session, [one])) whole.set(version.version, version);
  return { ...learned, versions: learned.versions?.map((version) => whole.get(version.version) ?? version) ?? [] };
}
