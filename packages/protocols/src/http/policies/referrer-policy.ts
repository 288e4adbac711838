import { combinedValue, type HeaderLines, listedValues, trimOws } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** The policies that send a path or query to other sites or to cleartext, and those that do not (Referrer Policy section 3). */
const policies = [
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
] as const;

export type ReferrerPolicy = (typeof policies)[number];

/** Keywords of old drafts, which browsers read in a meta element only (HTML, "standard metadata names"). */
const legacy: Readonly<Record<string, ReferrerPolicy>> = {
  never: 'no-referrer',
  default: 'strict-origin-when-cross-origin',
  always: 'unsafe-url',
  'origin-when-crossorigin': 'origin-when-cross-origin',
};

const known = (token: string): ReferrerPolicy | undefined => policies.find((policy) => policy === token.toLowerCase());

/** The policy that a meta element sets: its content is one keyword, no list; null where browsers ignore it. */
const metaReferrerPolicy = (content: string): ReferrerPolicy | null =>
  legacy[content.toLowerCase()] ?? known(content) ?? null;

/** The policy that a browser takes from the header: the last token that it knows (Referrer Policy section 8.1); null for none. */
export function parseReferrerPolicy(lines: HeaderLines): Parsed<ReferrerPolicy | null> {
  const tokens = listedValues(lines, 'Referrer-Policy').filter((token) => token !== '');
  const value = tokens.reduce<ReferrerPolicy | null>((last, token) => known(token) ?? last, null);
  const problems = tokens
    .filter((token) => known(token) === undefined)
    .map((token) => `"${token}" is not a referrer policy`);
  return { value, problems };
}

/** A meta element of a document, as far as it may set a policy. */
interface MetaElement {
  key: string;
  kind: 'name' | 'http-equiv';
  content: string;
}

/** The policy for the requests that a response causes; null where nothing sets one, or nothing valid. */
export interface EffectiveReferrer<M> {
  policy: ReferrerPolicy | null;
  setBy: 'header' | 'meta' | 'nothing';
  /** The meta element that decides. */
  meta: M | null;
  problems: readonly string[];
}

/**
 * The policy in effect, as browsers find it: the last valid meta element wins wherever it stands, and over the header
 * (HTML, "standard metadata names"). An empty header sets nothing.
 */
export function effectiveReferrer<M extends MetaElement>(
  lines: HeaderLines,
  metas: readonly M[],
): EffectiveReferrer<M> {
  const named = metas.filter(({ key, kind }) => kind === 'name' && key === 'referrer');
  const meta = named.findLast(({ content }) => metaReferrerPolicy(content) !== null) ?? null;
  if (meta !== null) return { policy: metaReferrerPolicy(meta.content), setBy: 'meta', meta, problems: [] };
  const isSilent = trimOws(combinedValue(lines, 'Referrer-Policy') ?? '') === '';
  if (isSilent) return { policy: null, setBy: 'nothing', meta, problems: [] };
  const { value, problems } = parseReferrerPolicy(lines);
  return { policy: value, setBy: 'header', meta, problems };
}
