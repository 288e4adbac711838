import type { TagPlace } from '../markup.ts';
import type { StartTag } from '../tokens.ts';
import type { DocumentFacts, LongHashes } from './facts.ts';
import type { InlineKind } from '../../http/csp/match.ts';
import type { FrameRules } from '../../http/csp/frame-rules.ts';
import { handlersOf, isNonceable, isRunScript, sourceMapOf } from './scripts.ts';
import { isJavascriptUrl } from './urls.ts';

const maxHashes = 200;
const maxNonces = 50;
const maxNonceCharacters = 256;
const maxSourceMaps = 20;

/** Attributes whose address the browser navigates to, so that `javascript:` in it runs. */
const goesTo = ['href', 'xlink:href', 'action', 'formaction', 'src'];

const runsOnUse = ({ name, attributes }: StartTag): number =>
  goesTo.filter(
    (attribute) =>
      (attribute !== 'src' || name === 'iframe' || name === 'frame') &&
      isJavascriptUrl(attributes.get(attribute) ?? ''),
  ).length;

const nonceOf = (tag: StartTag): string | undefined => (isNonceable(tag) ? tag.attributes.get('nonce') : undefined);

/** Gathers the inline scripts and styles of a page. */
export class Inline {
  readonly #sha256: (text: string) => string;
  readonly #onScript: (code: string) => void;
  readonly #longHashes: ((text: string) => LongHashes) | undefined;
  readonly #hashes = new Set<string>();
  readonly #longer: LongHashes[] = [];
  readonly #nonces = new Set<string>();
  readonly #sourceMaps = new Set<string>();
  readonly #counts = { scripts: 0, withNonce: 0, handlers: 0, javascriptUrls: 0, styles: 0, styleAttributes: 0 };
  /** The text of the inline script that is being read; null between scripts. */
  #code: string[] | null = null;
  #nonce: string | undefined;
  /** The policies of the document that is read, at the position of the frame. */
  rules: FrameRules | null = null;

  constructor(
    sha256: (text: string) => string,
    onScript: (code: string) => void,
    longHashes?: (text: string) => LongHashes,
  ) {
    this.#longHashes = longHashes;
    this.#sha256 = sha256;
    this.#onScript = onScript;
  }

  /** Takes a start tag; true where an inline script begins. */
  startTag(tag: StartTag, place: TagPlace): boolean {
    const { name, attributes } = tag;
    if (this.#allows('script attribute')) this.#counts.handlers += handlersOf(tag);
    if (this.#allows('navigation')) this.#counts.javascriptUrls += runsOnUse(tag);
    if (name === 'style' && (place.isHtml || place.isSvg) && this.#allows('style', nonceOf(tag)))
      this.#counts.styles += 1;
    if (attributes.has('style') && this.#allows('style attribute')) this.#counts.styleAttributes += 1;
    this.#addNonce(tag);
    return name === 'script' && this.#startScript(tag, place);
  }

  #startScript(tag: StartTag, { isHtml, isSvg }: TagPlace): boolean {
    const { attributes } = tag;
    const isExternal = isHtml ? attributes.has('src') : attributes.has('href') || attributes.has('xlink:href');
    const isScript = isHtml || (isSvg && !tag.selfClosing);
    if (isExternal || !isScript || !isRunScript(tag, isHtml)) return false;
    this.#code = [];
    this.#nonce = nonceOf(tag);
    return true;
  }

  #addNonce({ name, attributes }: StartTag): void {
    const nonce = attributes.get('nonce') ?? '';
    const counts = name === 'script' || name === 'style' || name === 'link';
    if (counts && nonce !== '' && this.#nonces.size < maxNonces) this.#nonces.add(nonce.slice(0, maxNonceCharacters));
  }

  /** Takes text; true where it belongs to a script. */
  text(text: string): boolean {
    this.#code?.push(text);
    return this.#code !== null;
  }

  endTag(name: string): void {
    if (name !== 'script' || this.#code === null) return;
    const code = this.#code.join('');
    this.#code = null;
    // Browsers do not run an empty script, and no policy applies to it.
    if (code === '' || !this.#allows('script', this.#nonce, code)) return;
    this.#onScript(code);
    this.#counts.scripts += 1;
    if (this.#nonce !== undefined) this.#counts.withNonce += 1;
    else this.#addHashes(code);
    const map = sourceMapOf(code);
    if (map !== null && this.#sourceMaps.size < maxSourceMaps) this.#sourceMaps.add(map);
  }

  /** Whether the document's own policies allow it. */
  #allows(kind: InlineKind, nonce?: string, code?: string): boolean {
    if (this.rules === null) return true;
    if (nonce === undefined && code === undefined) return this.rules.allows(kind);
    return this.rules.allows(kind, () => ({
      ...(nonce !== undefined && { nonce }),
      hashes: this.#hashesOf(code ?? ''),
    }));
  }

  #hashesOf(code: string): string[] {
    const { sha384, sha512 } = this.#longHashes?.(code) ?? {};
    return [`sha256-${this.#sha256(code)}`, ...(sha384 === undefined ? [] : [`sha384-${sha384}`, `sha512-${sha512}`])];
  }

  /** A script without an end tag does not run. */
  endDocument(): void {
    this.#code = null;
  }

  #addHashes(code: string): void {
    const hash = this.#sha256(code);
    if (this.#hashes.size >= maxHashes || this.#hashes.has(hash)) return;
    this.#hashes.add(hash);
    if (this.#longHashes !== undefined) this.#longer.push(this.#longHashes(code));
  }

  facts(): Pick<DocumentFacts, 'inline' | 'nonces' | 'sourceMaps'> {
    const longHashes = this.#longHashes === undefined ? {} : { longHashes: this.#longer };
    return {
      inline: { ...this.#counts, sha256: [...this.#hashes], ...longHashes },
      nonces: [...this.#nonces],
      sourceMaps: [...this.#sourceMaps],
    };
  }
}
