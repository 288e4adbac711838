import { repeatedNames, splitTags } from '../tag-list.ts';

/** A BIMI assertion record (draft-brand-indicators-for-message-identification, section 4.2). */
export interface BimiRecord {
  /** Address of the logo; empty: the domain takes no part; null: the tag is missing. */
  logo: string | null;
  /** Address of the mark certificate; empty for a logo without proof. */
  evidence: string | null;
  /** `avp`: whether the brand's or a personal picture is preferred. */
  avatarPreference: 'brand' | 'personal' | null;
  /** `lps`: prefixes of local parts that have their own selectors. */
  localPartSelectors: readonly string[];
}

/** A fault of a record. */
export interface BimiProblem {
  code: 'tag-malformed' | 'tag-repeated' | 'logo-missing' | 'address-not-https' | 'value-invalid';
  text: string;
}

/** A parsed record: `declined` where both addresses are deliberately empty. */
export interface ParsedBimi {
  record: BimiRecord;
  declined: boolean;
  problems: readonly BimiProblem[];
}

/** True for a text that begins with the version. */
export const isBimi = (text: string): boolean => /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/.test(text);

const isHttps = (address: string): boolean => /^https:\/\/[^/?#\s]+\S*$/i.test(address);

/** Reads a BIMI record. Only for texts that `isBimi` accepts. */
export function parseBimi(text: string): ParsedBimi {
  const { tags, malformed } = splitTags(text, /^[a-z]+$/i);
  const lower = tags.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const values = new Map(lower.map(({ name, value }) => [name, value]));
  const logo = values.get('l') ?? null;
  const evidence = values.get('a') ?? null;
  const preference = values.get('avp')?.toLowerCase();
  const isPreference = preference === 'brand' || preference === 'personal';
  const addresses = [logo ?? '', evidence ?? ''].filter((address) => address !== '');
  const problems: BimiProblem[] = [
    ...malformed.map((part) => ({ code: 'tag-malformed', text: part }) as const),
    ...repeatedNames(lower).map((name) => ({ code: 'tag-repeated', text: name }) as const),
    ...(logo === null ? [{ code: 'logo-missing', text: '' } as const] : []),
    ...addresses.flatMap((address) =>
      isHttps(address) ? [] : [{ code: 'address-not-https', text: address } as const],
    ),
    ...(preference === undefined || isPreference ? [] : [{ code: 'value-invalid', text: preference } as const]),
  ];
  const record: BimiRecord = {
    logo,
    evidence,
    avatarPreference: isPreference ? preference : null,
    localPartSelectors: (values.get('lps') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
  return { record, declined: logo === '' && (evidence ?? '') === '', problems };
}
