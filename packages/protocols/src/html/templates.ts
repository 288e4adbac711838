import type { StartTag } from './tokens.ts';

/** Whether a template would be the shadow root of an element that can host one. */
export const isShadowRoot = ({ name, attributes }: StartTag): boolean =>
  name === 'template' && /^(?:open|closed)$/i.test(attributes.get('shadowrootmode') ?? '');

/** Follows templates: their content is inert, unless it is the shadow root of an element of the body. */
export class Templates {
  /** Of each open template, whether its content is inert. */
  readonly #open: boolean[] = [];
  #inert = 0;
  /** Templates beyond the depth that anyone writes: all of them inert. */
  #beyond = 0;

  open(isRoot: boolean): void {
    const isInert = !isRoot;
    if (this.#open.length >= 512) {
      this.#beyond += 1;
      return;
    }
    this.#open.push(isInert);
    if (isInert) this.#inert += 1;
  }

  close(): void {
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.#open.pop() === true) this.#inert -= 1;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  isInert(): boolean {
    return this.#inert > 0 || this.#beyond > 0;
  }
}
