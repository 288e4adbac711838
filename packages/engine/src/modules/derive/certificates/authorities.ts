import { knownAuthorities } from './authorities.data.ts';
import type { Served } from './served.ts';

/** The organisation (O) of a name in RFC 4514 form; null where it has none. */
export function organisationOf(name: string): string | null {
  const value = /(?:^|[,+])O=((?:\\.|[^,+\\])*)/.exec(name)?.[1];
  return value === undefined ? null : value.replaceAll(/\\(.)/g, '$1');
}

/** The parts of an authority that are used for naming. */
type Named = (typeof knownAuthorities)[number];

/** CAA issuer domain names of the CA that issued a certificate; null for an unknown CA. */
export function identitiesOf(
  issuer: string,
  authorities: readonly Named[] = knownAuthorities,
): readonly string[] | null {
  const organisation = organisationOf(issuer)?.toLowerCase();
  if (organisation === undefined) return null;
  const known = authorities.find(({ organisations }) => organisations.some((start) => organisation.startsWith(start)));
  return known?.identities ?? null;
}

/** CAA issuer domain names on a path, and all known ones. */
export interface IssuerNames {
  /** Of the issuer, else of the root above it; null where both are unknown. */
  own: readonly string[] | null;
  /** Of every CA on the path: one match is enough. */
  path: ReadonlySet<string>;
  /** Of all known CAs. */
  all: ReadonlySet<string>;
}

/** The CAA names for a path, leaf first, by the audit's lists. */
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
