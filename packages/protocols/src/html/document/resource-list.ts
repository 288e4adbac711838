import type { StartTag } from '../tokens.ts';
import type { DocumentFacts, PageResource } from './facts.ts';
import { countReferences, type Reference, resourceOf, resourcesOf } from './resources.ts';
import { styleReferences } from './styles.ts';
import { workersOf } from './workers.ts';

const maxResources = 2_000;

/** HTML, "update a style block": other types are data. */
const isStyleSheet = ({ attributes }: StartTag): boolean =>
  ['', 'text/css'].includes(attributes.get('type')?.toLowerCase() ?? '');

/** Gathers what a page loads. */
export class Resources {
  readonly #resources: PageResource[] = [];
  #count = 0;
  #inPicture = false;
  /** The script or style sheet that is being read, and its base. */
  #textOf: { tag: StartTag; base: string } | null = null;
  #css: string[] | null = null;

  startTag(tag: StartTag, isHtml: boolean, base: string): void {
    if (tag.name === 'script' || tag.name === 'style') this.#textOf = { tag, base };
    if (isHtml && tag.name === 'style') this.#css = isStyleSheet(tag) ? [] : null;
    if (isHtml && tag.name === 'picture') this.#inPicture = true;
    // Resolving takes the time that a long base asks for: beyond the bound, references are only counted.
    if (this.#resources.length >= maxResources) {
      this.#count += countReferences(tag, isHtml, this.#inPicture);
      return;
    }
    const resources = resourcesOf(tag, isHtml, this.#inPicture, base);
    this.#count += resources.length;
    this.#resources.push(...resources.slice(0, maxResources - this.#resources.length));
  }

  /** Takes what the text of an element loads: a style sheet, or a script. */
  #addText(references: readonly Reference[]): void {
    const { tag, base } = this.#textOf ?? {};
    if (tag === undefined || base === undefined) return;
    for (const reference of references) {
      const resource = resourceOf({ ...tag, attributes: new Map() }, reference, base);
      if (resource === null) continue;
      this.#count += 1;
      if (this.#resources.length < maxResources) this.#resources.push(resource);
    }
  }

  /** Takes a script that runs. */
  script(code: string): void {
    this.#addText(workersOf(code).map((text) => ({ kind: 'worker', text })));
  }

  styleText(text: string): void {
    this.#css?.push(text);
  }

  endTag(name: string): void {
    if (name === 'picture') this.#inPicture = false;
    if (name !== 'style' || this.#css === null) return;
    const references = styleReferences(this.#css.join(''));
    this.#css = null;
    this.#addText(references.map((one) => (one.kind === 'style' ? one : { ...one, as: 'rule' })));
  }

  facts(): Pick<DocumentFacts, 'resources' | 'resourceCount'> {
    return { resources: this.#resources, resourceCount: this.#count };
  }
}
