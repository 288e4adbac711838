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

/** Suites without any legitimate use: no encryption, keys of at most 56 bits (DES and export), and RC4. */
const classes: readonly ((suite: Suite) => boolean)[] = [isNullCipher, isShortKey, isRc4];

/** Suites of these classes, without anonymous ones, which opportunistic TLS may use (RFC 7672 section 8.2). */
const suitesOf = (wanted: typeof classes): number[] =>
  weakSuites.filter((code) => {
    const suite = cipherSuites.get(code);
    return suite !== undefined && !isAnonymous(suite) && wanted.some((belongs) => belongs(suite));
  });

/**
 * Results of a hello with all weak suites on a version before TLS 1.3: a server that rejects it has none of them. After
 * an acceptance, a further hello can offer the other classes separately.
 */
async function weakOn({ client }: ScanSession, version: TlsVersion, most: number): Promise<TlsVersion> {
  const { version: name } = version;
  if (name === 'TLSv1.3' || name === 'SSLv2') return version;
  const found: number[] = [];
  const cuts: NetFailure[] = [];
  let left = classes;
  for (let asked = 0; asked < most && left.length > 0; asked += 1) {
    const suites = suitesOf(left);
    const answer = await client.ask({ version: name, suites }, { keep: `${name} weak ${found.length}`, isOnce: true });
    if (answer.kind === 'failed') cuts.push(answer.failure);
    if (answer.kind !== 'hello' || !suites.includes(answer.hello.suite)) break;
    const { suite: code } = answer.hello;
    found.push(code);
    left = left.filter((belongs) => !suitesOf([belongs]).includes(code));
  }
  return {
    ...version,
    suites: [...version.suites, ...found],
    enumeration: 'weak-only',
    ...listEnd(distinctCuts(cuts)),
  };
}

/**
 * The first choices of a server, and the weak suites that it accepts: one of each class on its newest version before TLS 1.3, at
 * most three connections, and one of any class on each older version.
 */
export async function scanWeakClasses(session: ScanSession, first: FirstResults): Promise<Learned> {
  const learned = await readFirstChoices(session, first, onlyPreferred);
  const newest = first.negotiated.legacy[0]?.version;
  const versions: TlsVersion[] = [];
  for (const version of learned.versions ?? [])
    versions.push(await weakOn(session, version, version.version === newest ? classes.length : 1));
  return { ...learned, versions };
}
