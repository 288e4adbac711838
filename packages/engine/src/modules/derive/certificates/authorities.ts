import { knownAuthorities } from './authorities.data.ts';
import type { Served } from './served.ts';

/** The organisation (O) of a name in RFC 4514 form; null where it has none. */
export function organisationOf(name: string): string | null {
  const value = /(?:^|[,+])O=((?:\\.|[^,+\\])*)/.exec(name)?.[1];
  return value === undefined ? null : value.replaceAll(/\\(.)/g, '$1');
}

/** An authority, as much of it as naming takes. */
type Named = (typeof knownAuthorities)[number];

/** Names by which CAA calls the authority that a certificate's issuer belongs to; null where we do not know it. */
export function identitiesOf(
  issuer: string,
  authorities: readonly Named[] = knownAuthorities,
): readonly string[] | null {
  const organisation = organisationOf(issuer)?.toLowerCase();
  if (organisation === undefined) return null;
  const known = authorities.find(({ organisations }) => organisations.some((start) => organisation.startsWith(start)));
  return known?.identities ?? null;
}

/** Names by which CAA calls the issuer of a certificate, and how many of such names are known at all. */
export interface IssuerNames {
  /** Of the issuer itself, or of the root above it; null where neither is known. */
  own: readonly string[] | null;
  /** Of everybody on the path: one of them suffices. */
  path: ReadonlySet<string>;
  /** Of all authorities that are known. */
  all: ReadonlySet<string>;
}

/** What the lists of an audit say of a path, leaf first. */
export function issuerNames({ path, leaf, certificates: { lists } }: Served): IssuerNames {
  const authorities = lists?.authorities ?? knownAuthorities;
  const root = lists?.rootIdentities.find(({ root: sha256 }) => sha256 === path.at(-1)?.sha256)?.identities ?? null;
  const named = [path[1]?.subject ?? leaf.issuer, ...path.map(({ issuer }) => issuer)];
  const [own = null] = named.slice(0, 1).map((name) => identitiesOf(name, authorities));
  return {
    own: own ?? root,
    path: new Set([...named.flatMap((name) => identitiesOf(name, authorities) ?? []), ...(root ?? [])]),
    all: new Set([
      ...authorities.flatMap(({ identities }) => identities),
      ...(lists?.rootIdentities ?? []).flatMap(({ identities }) => identities),
    ]),
  };
}
