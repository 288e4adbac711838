import type { StartTag } from '../tokens.ts';
import type { DocumentFacts, PageResource } from './facts.ts';
import { resourcesOf } from './resources.ts';

const maxResources = 2_000;

/** Gathers what a page loads. */
export class Resources {
  readonly #resources: PageResource[] = [];
  #count = 0;
  #inPicture = false;

  startTag(tag: StartTag, isHtml: boolean, base: string): void {
    if (isHtml && tag.name === 'picture') this.#inPicture = true;
    for (const resource of resourcesOf(tag, isHtml, this.#inPicture, base)) {
      this.#count += 1;
      if (this.#resources.length < maxResources) this.#resources.push(resource);
    }
  }

  endTag(name: string): void {
    if (name === 'picture') this.#inPicture = false;
  }

  facts(): Pick<DocumentFacts, 'resources' | 'resourceCount'> {
    return { resources: this.#resources, resourceCount: this.#count };
  }
}
