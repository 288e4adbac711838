import { isAnonymous, isNullCipher, isRc4, isShortKey } from '@perimeter/protocols/tls/registry/classify';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import type { NetFailure } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { weakSuites } from '../../client/hello/code-points.ts';
import { distinctCuts, listEnd } from '../enumeration/suite-elimination.ts';
import type { Learned } from '../learned.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { onlyPreferred, readFirstChoices } from './first-choices.ts';

type Suite = Parameters<typeof isNullCipher>[0];

/** What no server has a reason to accept: no encryption, keys of at most 56 bits (DES and export), and RC4. */
const classes: readonly ((suite: Suite) => boolean)[] = [isNullCipher, isShortKey, isRc4];

/** Suites of a class; anonymous ones are left out, which opportunistic TLS may use (RFC 7672 section 8.2). */
const suitesOf = (belongs: (suite: Suite) => boolean): number[] =>
  weakSuites.filter((code) => {
    const suite = cipherSuites.get(code);
    return suite !== undefined && !isAnonymous(suite) && belongs(suite);
  });

/** What one hello for each weak class brought on the newest version before TLS 1.3. */
async function weakOn({ client }: ScanSession, version: TlsVersion): Promise<TlsVersion> {
  const { version: name } = version;
  if (name === 'TLSv1.3' || name === 'SSLv2') return version;
  const found: number[] = [];
  const cuts: NetFailure[] = [];
  for (const belongs of classes) {
    const suites = suitesOf(belongs);
    const answer = await client.ask({ version: name, suites }, { keep: `${name} weak ${found.length}`, isOnce: true });
    if (answer.kind === 'hello' && suites.includes(answer.hello.suite)) found.push(answer.hello.suite);
    if (answer.kind === 'failed') cuts.push(answer.failure);
  }
  return {
    ...version,
    suites: [...version.suites, ...found],
    enumeration: 'weak-only',
    ...listEnd(distinctCuts(cuts)),
  };
}

/** The first choices of a server, and one suite of each weak class that it accepts: three connections more. */
export async function scanWeakClasses(session: ScanSession, first: FirstResults): Promise<Learned> {
  const learned = await readFirstChoices(session, first, onlyPreferred);
  const newest = first.negotiated.legacy[0]?.version;
  const versions: TlsVersion[] = [];
  for (const version of learned.versions ?? [])
    versions.push(version.version === newest ? await weakOn(session, version) : version);
  return { ...learned, versions };
}
