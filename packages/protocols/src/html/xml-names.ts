import type { ElementSpace } from './foreign.ts';
import { localName, type StartTag } from './tokens.ts';

/** The namespaces whose elements browsers know (Infra section 9). */
const spaces: ReadonlyMap<string, ElementSpace> = new Map<string, ElementSpace>([
  ['http://www.w3.org/1999/xhtml', 'html'],
  ['http://www.w3.org/2000/svg', 'svg'],
  ['http://www.w3.org/1998/Math/MathML', 'math'],
]);

/** An element of a document in XML; space: null where browsers know none. */
export interface XmlElement {
  /** As the document writes it, with its prefix. */
  written: string;
  name: string;
  space: ElementSpace | null;
}

interface Open extends XmlElement {
  prefixes: ReadonlyMap<string, string>;
}

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

/** No real document declares more prefixes, or is nested deeper; the outermost elements are forgotten. */
const maxPrefixes = 64;
const maxDepth = 256;

/** The declarations of an element beside those around it; `''` is the namespace without a prefix (Namespaces in XML 1.0 section 6). */
function prefixesOf({ attributes }: StartTag, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  return own.length === 0
    ? outer
    : new Map([
        ...[...outer].slice(0, maxPrefixes),
        ...own.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const),
      ]);
}

/** Follows the elements of a document in XML, which belong to a namespace by declarations alone. */
export class XmlNames {
  /** Outermost first. */
  readonly #open: Open[] = [];

  /** Takes a start tag. XML is case-sensitive, and the elements that browsers know are in lower case. */
  open(tag: StartTag, isLowerCase: boolean): XmlElement {
    const prefixes = prefixesOf(tag, this.#open.at(-1)?.prefixes ?? new Map());
    const space = isLowerCase ? (spaces.get(prefixes.get(prefixOf(tag.name)) ?? '') ?? null) : null;
    const element = { written: tag.name, name: localName(tag.name), space };
    if (this.#open.length >= maxDepth) this.#open.splice(0, maxDepth / 2);
    this.#open.push({ ...element, prefixes });
    return element;
  }

  /** Takes an end tag; the element that it ends. */
  close(name: string): XmlElement | undefined {
    const at = this.#open.findLastIndex(({ written }) => written === name);
    const [element] = at === -1 ? [] : this.#open.splice(at);
    return element;
  }

  /** Whether an element of HTML with this name is open. */
  isIn(name: string): boolean {
    return this.#open.some((one) => one.name === name && one.space === 'html');
  }
}
