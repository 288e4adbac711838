/** Start tags that a head may hold, also after its end tag, where browsers put them back into it; any other begins the body. */
const headTags: ReadonlySet<string> = new Set(
  'base basefont bgsound link meta title noscript noframes style script template head html'.split(' '),
);

/** End tags that begin the body; others are ignored there (HTML, "in head", "after head"). */
const bodyEnds: ReadonlySet<string> = new Set(['body', 'html', 'br']);

/** Tracks where the head of a page ends, and so where browsers start to ignore its policies: all readers share this rule. */
export class HeadEnd {
  #isEnded = false;
  #isClosed = false;

  isEnded(): boolean {
    return this.#isEnded;
  }

  /** Text that is no white space, or an element that is not HTML's. */
  end(): void {
    this.#isEnded = true;
  }

  startTag(name: string): void {
    if (!headTags.has(name) || (this.#isClosed && name === 'noscript')) this.end();
  }

  endTag(name: string): void {
    if (bodyEnds.has(name)) this.end();
    if (name === 'head') this.#isClosed = true;
  }
}
