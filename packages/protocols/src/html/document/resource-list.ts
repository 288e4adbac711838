import type { StartTag } from '../tokens.ts';
import type { DocumentFacts, PageResource } from './facts.ts';
import { countReferences, resourcesOf } from './resources.ts';

const maxResources = 2_000;

/** Gathers what a page loads. */
export class Resources {
  readonly #resources: PageResource[] = [];
  #count = 0;
  #inPicture = false;

  startTag(tag: StartTag, isHtml: boolean, base: string): void {
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

  endTag(name: string): void {
    if (name === 'picture') this.#inPicture = false;
  }

  facts(): Pick<DocumentFacts, 'resources' | 'resourceCount'> {
    return { resources: this.#resources, resourceCount: this.#count };
  }
}
