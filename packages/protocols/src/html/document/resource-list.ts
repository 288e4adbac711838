import type { TagPlace } from '../markup.ts';
import type { StartTag } from '../tokens.ts';
import type { DocumentFacts, PageResource } from './facts.ts';
import { countReferences, type Reference, resourceOf, resourcesOf } from './resources.ts';
import { importMapOf } from './import-map.ts';
import { scriptReferences } from './script-references.ts';
import { isImportMap, isModule, isNonceable } from './scripts.ts';
import { styleReferences } from './styles.ts';
import { resolve } from './urls.ts';

const maxResources = 2_000;

/** HTML, "update a style block": other types are data. */
const isStyleSheet = ({ attributes }: StartTag): boolean =>
  ['', 'text/css'].includes(attributes.get('type')?.toLowerCase() ?? '');

/** Gathers what a page loads. */
export class Resources {
  readonly #resources: PageResource[] = [];
  #count = 0;
  /** Count of the resources before the document that is read. */
  #start = 0;
  #inPicture = false;
  /** The script or style sheet that is being read, and its base. */
  #textOf: { tag: StartTag; base: string } | null = null;
  /** The text of a style sheet or of an import map. */
  #raw: string[] | null = null;
  /** Hashes of modules, by their addresses. */
  readonly #integrity = new Map<string, string>();

  startTag(tag: StartTag, { isHtml, isSvg }: TagPlace, base: string): void {
    if (tag.name === 'script' || tag.name === 'style') this.#textOf = { tag, base };
    if (isHtml) this.#raw = tag.name === 'script' && isImportMap(tag) ? [] : null;
    if ((isHtml || isSvg) && tag.name === 'style') this.#raw = isStyleSheet(tag) ? [] : null;
    if (isHtml && tag.name === 'picture') this.#inPicture = true;
    const place = { isHtml, isSvg, inPicture: this.#inPicture };
    // Resolving takes the time that a long base asks for: beyond the bound, references are only counted.
    if (this.#resources.length >= maxResources) {
      this.#count += countReferences(tag, place);
      return;
    }
    const resources = resourcesOf(tag, place, base);
    this.#count += resources.length;
    this.#resources.push(...resources.slice(0, maxResources - this.#resources.length));
  }

  /** Takes what the text of an element loads: a style sheet, or a script. */
  #addText(references: readonly Reference[]): void {
    const { tag, base } = this.#textOf ?? {};
    if (tag === undefined || base === undefined) return;
    for (const reference of references) {
      const attributes = reference.kind === 'script' ? this.#ofModule(tag, reference, base) : new Map<string, string>();
      const resource = resourceOf({ ...tag, attributes }, reference, base);
      if (resource === null) continue;
      this.#count += 1;
      if (this.#resources.length < maxResources) this.#resources.push(resource);
    }
  }

  /** What governs a module that a script names: the script's nonce, and the hash of the import map (HTML, "descendant script fetch options"). */
  #ofModule(tag: StartTag, { text = '' }: Reference, base: string): ReadonlyMap<string, string> {
    const integrity = this.#integrity.get(resolve(text, base)?.href ?? '');
    const nonce = isNonceable(tag) ? tag.attributes.get('nonce') : undefined;
    return new Map([
      ['type', 'module'],
      ...(nonce === undefined ? [] : [['nonce', nonce] as const]),
      ...(integrity === undefined ? [] : [['integrity', integrity] as const]),
    ]);
  }

  /** Takes a script that runs. */
  script(code: string): void {
    const { tag } = this.#textOf ?? {};
    this.#addText(scriptReferences(code, tag !== undefined && isModule(tag)));
  }

  /** Takes text of the markup; true where it belongs to a style sheet, as inside of svg, where it is markup to the tokenizer. */
  text(text: string): boolean {
    this.#raw?.push(text);
    return this.#raw !== null;
  }

  /** Takes text of an element whose content is not markup. */
  rawText(element: string, text: string): void {
    if (element === 'style' || element === 'script') this.#raw?.push(text);
  }

  endTag(name: string): void {
    if (name === 'picture') this.#inPicture = false;
    // One that was left open inside of svg ends with it.
    if (name === 'svg') this.#raw = null;
    if ((name !== 'style' && name !== 'script') || this.#raw === null) return;
    const text = this.#raw.join('');
    this.#raw = null;
    if (name === 'script') this.#importMap(text);
    else this.#addText(styleReferences(text).map((one) => (one.kind === 'style' ? one : { ...one, as: 'rule' })));
  }

  #importMap(text: string): void {
    const { references, integrity } = importMapOf(text);
    for (const [url, hashes] of integrity) {
      const key = resolve(url, this.#textOf?.base ?? '')?.href;
      if (key !== undefined && !this.#integrity.has(key)) this.#integrity.set(key, hashes);
    }
    this.#addText(references);
  }

  /** What is open at the end of a document stays unfinished; its import maps are its own. */
  endDocument(): void {
    this.#inPicture = false;
    this.#textOf = null;
    this.#raw = null;
    this.#integrity.clear();
  }

  /** Begins the document of a frame. */
  startDocument(): void {
    this.#start = this.#resources.length;
  }

  /** Forgets what of the document does not load. */
  drop(isBlocked: (resource: PageResource) => boolean): void {
    const kept = this.#resources.slice(this.#start).filter((one) => !isBlocked(one));
    this.#count -= this.#resources.length - this.#start - kept.length;
    this.#resources.splice(this.#start, Infinity, ...kept);
  }

  facts(): Pick<DocumentFacts, 'resources' | 'resourceCount'> {
    return { resources: this.#resources, resourceCount: this.#count };
  }
}
