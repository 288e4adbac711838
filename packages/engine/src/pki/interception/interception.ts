import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { CertificatesEvidence } from '../../evidence/certificates/schema.ts';
import type { JudgedChain } from '../served-chain.ts';
import { controlIssuer, type ControlMeans } from './controls.ts';
import { type IssuerMemory, type NamedIssuer, namedIssuer, processIssuers } from './issuers.ts';

type Interception = NonNullable<CertificatesEvidence['interception']>;

const isSeen = (issuer: NamedIssuer): issuer is NamedIssuer & { issuer: string } => issuer.issuer !== null;

/** Control names with this issuer, although a public root signs for them elsewhere. */
async function sameControls(means: ControlMeans, names: readonly string[], issuer: string): Promise<string[]> {
  const controls = await Promise.all(names.map((name) => controlIssuer(means, name)));
  return controls.flatMap((control) =>
    control.known && control.value.issuer === issuer ? [control.value.domain] : [],
  );
}

/**
 * Whether a proxy intercepts TLS on the way: one non-public issuer signs for unrelated names, either for the operator's
 * control names or for several targets of this process. Null: no sign of one.
 */
export async function findInterception(
  means: ControlMeans,
  judged: readonly JudgedChain[],
  controlNames: readonly string[],
  memory: IssuerMemory = processIssuers,
): Promise<Interception | null> {
  const issuers = judged.map(({ endpoint: { serverName }, path: { verdict, leaf } }) =>
    namedIssuer(registrableDomainOf(serverName) ?? serverName, verdict, leaf),
  );
  for (const one of issuers) memory.note(one);
  if (issuers.some(({ anchor }) => anchor === 'public')) return null;
  const suspect = issuers.find(isSeen);
  if (suspect === undefined) return null;
  const { issuer, domain } = suspect;
  const known = memory.suspects(issuer);
  if (known.length > 0) return { issuer, names: [...known] };
  const controls = await sameControls(means, controlNames, issuer);
  return controls.length === 0 ? null : { issuer, names: [domain, ...controls] };
}
