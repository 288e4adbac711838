import type { TagPlace } from '../markup.ts';
import type { StartTag } from '../tokens.ts';
import type { PageResource, ResourceKind } from './facts.ts';
import { isModule, isNonceable, isRunScript } from './scripts.ts';
import { urlsOfSrcset } from './srcset.ts';
import { styleReferences } from './styles.ts';
import { resolve, storedUrl, writtenAs } from './urls.ts';

/** A reference as an element makes it, before it is resolved. */
export interface Reference {
  kind: ResourceKind;
  text: string | undefined;
  imageSet?: boolean;
  as?: string | null;
}

const words = (text: string | undefined): string[] => (text ?? '').toLowerCase().split(/[\t\n\f\r ]+/);

/** What each token of rel loads. */
const linkKinds: readonly (readonly [rel: string, kind: ResourceKind])[] = [
  ['stylesheet', 'style'],
  ['icon', 'image'],
  ['apple-touch-icon', 'image'],
  ['apple-touch-icon-precomposed', 'image'],
  ['manifest', 'manifest'],
  ['preload', 'preload'],
  ['modulepreload', 'preload'],
  ['prefetch', 'preload'],
];

/** The longest word that says what a preload is for has fewer. */
const maxAsCharacters = 32;

/** The kinds of resources that a preload is for: an element that also loads it names it once. */
const preloadedAs: Readonly<Record<string, ResourceKind>> = { style: 'style', image: 'image', font: 'font' };

function preloadsOf(attributes: StartTag['attributes'], rels: readonly string[]): Reference[] {
  const as =
    attributes.get('as')?.slice(0, maxAsCharacters).toLowerCase() ?? (rels.includes('modulepreload') ? 'script' : null);
  const set = as === 'image' ? urlsOfSrcset(attributes.get('imagesrcset') ?? '') : [];
  const href: Reference = { kind: as === 'font' ? 'font' : 'preload', text: attributes.get('href'), as };
  return [href, ...set.map((text): Reference => ({ kind: 'preload', text, as, imageSet: true }))];
}

/** Browsers load no style sheet that is disabled, or of another type than theirs (HTML section 4.6.8.20). */
const isStyle = (attributes: StartTag['attributes']): boolean =>
  !attributes.has('disabled') && /^\s*(?:text\/css\s*(?:;.*)?)?$/i.test(attributes.get('type') ?? '');

/** The words of rel stand in any case and order, and each does its own (HTML section 4.6.7). */
function referencesOfLink({ attributes }: StartTag): Reference[] {
  const rels = words(attributes.get('rel')).filter((rel) => rel !== 'stylesheet' || isStyle(attributes));
  const kinds = new Set(linkKinds.flatMap(([rel, kind]) => (rels.includes(rel) ? [kind] : [])));
  const text = attributes.get('href');
  // Browsers fetch an alternative style sheet, and apply it where a visitor chooses it (HTML section 4.6.8.20).
  const asOf = (kind: ResourceKind) => (kind === 'style' && rels.includes('alternate') ? 'alternate' : null);
  const loaded = [...kinds]
    .filter((kind) => kind !== 'preload')
    .map((kind): Reference => ({ kind, text, as: asOf(kind) }));
  if (!kinds.has('preload')) return loaded;
  const isLoaded = ({ as, imageSet }: Reference): boolean =>
    imageSet !== true && loaded.some(({ kind }) => as === null || preloadedAs[as ?? ''] === kind);
  return [...loaded, ...preloadsOf(attributes, rels).filter((reference) => !isLoaded(reference))];
}

const setOf = ({ attributes }: StartTag): Reference[] =>
  urlsOfSrcset(attributes.get('srcset') ?? '').map((text) => ({ kind: 'image', text, imageSet: true }));

const one =
  (kind: ResourceKind, attribute: string) =>
  ({ attributes }: StartTag): Reference[] => [{ kind, text: attributes.get(attribute) }];

/** An old attribute that browsers still load as a picture. */
const background = one('image', 'background');

type References = (tag: StartTag, inPicture: boolean) => Reference[];

const htmlElements: ReadonlyMap<string, References> = new Map<string, References>([
  ['script', (tag) => (isRunScript(tag, true) ? one('script', 'src')(tag) : [])],
  ['link', referencesOfLink],
  [
    'img',
    (tag, inPicture) => [
      { kind: 'image', text: tag.attributes.get('src'), imageSet: inPicture || tag.attributes.has('srcset') },
      ...setOf(tag),
    ],
  ],
  ['source', (tag, inPicture) => (inPicture ? setOf(tag) : one('media', 'src')(tag))],
  ['input', (tag) => (tag.attributes.get('type')?.toLowerCase() === 'image' ? one('image', 'src')(tag) : [])],
  ['video', (tag) => [...one('media', 'src')(tag), ...one('image', 'poster')(tag)]],
  ['audio', one('media', 'src')],
  ['track', ({ attributes }) => [{ kind: 'media', text: attributes.get('src'), as: 'track' }]],
  ['iframe', (tag) => (tag.attributes.has('srcdoc') ? [] : one('frame', 'src')(tag))],
  ['frame', one('frame', 'src')],
  ['object', one('object', 'data')],
  ['embed', one('embed', 'src')],
  ...'body table thead tbody tfoot tr td th'.split(' ').map((name) => [name, background] as const),
]);

const svgHref =
  (kind: ResourceKind) =>
  ({ attributes }: StartTag): Reference[] => [{ kind, text: attributes.get('href') ?? attributes.get('xlink:href') }];

const svgElements: ReadonlyMap<string, References> = new Map<string, References>([
  ['script', (tag) => (isRunScript(tag, false) ? svgHref('script')(tag) : [])],
  ['use', svgHref('image')],
  ['image', svgHref('image')],
  ['feimage', svgHref('image')],
]);

const crossoriginOf = (tag: StartTag, kind: ResourceKind): PageResource['crossorigin'] => {
  const value = tag.attributes.get('crossorigin');
  if (value === undefined) return kind === 'script' && isModule(tag) ? 'anonymous' : null;
  return value.toLowerCase() === 'use-credentials' ? 'use-credentials' : 'anonymous';
};

const maxIntegrityCharacters = 1_024;

/** Whether loading a script holds up the page. */
const isAsync = (tag: StartTag): boolean => tag.attributes.has('async') || tag.attributes.has('defer') || isModule(tag);

/** A reference of an element, resolved; null where it loads nothing. */
export function resourceOf(
  tag: StartTag,
  { kind, text = '', imageSet = false, as = null }: Reference,
  base: string,
): PageResource | null {
  const isEmpty = text.trim() === '' || text.startsWith('#');
  const url = isEmpty ? null : resolve(text, base);
  if (url === null || url.protocol === 'javascript:' || url.protocol === 'about:') return null;
  const { attributes, line } = tag;
  return {
    kind,
    url: storedUrl(url),
    written: writtenAs(text),
    async: kind === 'script' && isAsync(tag),
    integrity: attributes.get('integrity')?.slice(0, maxIntegrityCharacters) ?? null,
    crossorigin: crossoriginOf(tag, kind),
    nonce: isNonceable(tag),
    sandbox: kind === 'frame' ? (attributes.get('sandbox')?.slice(0, maxIntegrityCharacters) ?? null) : null,
    imageSet,
    as,
    line,
  };
}

/** A style attribute loads what it names, on every element. */
const styleAttribute = ({ attributes }: StartTag): Reference[] =>
  styleReferences(attributes.get('style') ?? '').map(({ text }) => ({ kind: 'image', text }));

/** The context of an element, as far as it decides what the element loads. */
export type LoadPlace = Pick<TagPlace, 'isHtml' | 'isSvg'> & { inPicture: boolean };

const none: typeof htmlElements = new Map();

/** What an element refers to; inside svg, elements of the same name load by other attributes, and inside math by none. */
const referencesOf = (tag: StartTag, { isHtml, isSvg, inPicture }: LoadPlace): Reference[] => [
  ...((isHtml ? htmlElements : isSvg ? svgElements : none).get(tag.name)?.(tag, inPicture) ?? []),
  ...styleAttribute(tag),
];

/** Count of what an element refers to, resolvable or not. */
export const countReferences = (tag: StartTag, place: LoadPlace): number =>
  referencesOf(tag, place).filter(({ text = '' }) => text !== '').length;

/** Everything that an element loads. */
export const resourcesOf = (tag: StartTag, place: LoadPlace, base: string): PageResource[] =>
  referencesOf(tag, place).flatMap((reference) => resourceOf(tag, reference, base) ?? []);
