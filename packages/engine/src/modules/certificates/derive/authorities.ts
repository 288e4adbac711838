import { knownAuthorities } from './authorities.data.ts';

/** The organisation (O) of a name in RFC 4514 form; null where it has none. */
export function organisationOf(name: string): string | null {
  const value = /(?:^|[,+])O=((?:\\.|[^,+\\])*)/.exec(name)?.[1];
  return value === undefined ? null : value.replaceAll(/\\(.)/g, '$1');
}

/** Names by which CAA calls the authority that a certificate's issuer belongs to; null where we do not know it. */
export function identitiesOf(issuer: string): readonly string[] | null {
  const organisation = organisationOf(issuer)?.toLowerCase();
  if (organisation === undefined) return null;
  const known = knownAuthorities.find(({ organisations }) =>
    organisations.some((start) => organisation.startsWith(start)),
  );
  return known?.identities ?? null;
}
