import type { StartTag } from '../tokens.ts';

/** A document in an attribute of a frame, with the origin of the page (HTML, "srcdoc"). */
export interface FrameDocument {
  text: string;
  /** The URL that its references are resolved against, unless it sets its own base (HTML, "fallback base URL"). */
  base: string;
  /** The position of the frame in the page. */
  line: number;
  /** Nesting depth of frames. */
  depth: number;
  /** Whether its scripts run. */
  runs: boolean;
}

/** No honest page has more frames with a text of their own, or nests them deeper: each of them is read. */
const maxFrames = 100;
const maxDepth = 3;

/** Gathers the documents of frames that stand in the page. */
export class Frames {
  readonly #waiting: FrameDocument[] = [];
  #count = 0;
  #hasUnread = false;

  /** Takes a start tag of HTML; a sandboxed frame counts only if it keeps the origin, and its scripts only if they may run (HTML, "sandboxing"). */
  startTag({ name, attributes, line }: StartTag, base: string, outer: FrameDocument | null): void {
    const text = name === 'iframe' ? (attributes.get('srcdoc') ?? '') : '';
    const sandbox = attributes
      .get('sandbox')
      ?.toLowerCase()
      .split(/[\t\n\f\r ]+/);
    if (text === '' || sandbox?.includes('allow-same-origin') === false) return;
    const depth = (outer?.depth ?? 0) + 1;
    this.#count += 1;
    if (this.#count > maxFrames || depth > maxDepth) this.#hasUnread = true;
    else {
      const runs = outer?.runs !== false && sandbox?.includes('allow-scripts') !== false;
      this.#waiting.push({ text, base, line, depth, runs });
    }
  }

  /** The next document, in the order of the page. */
  next(): FrameDocument | undefined {
    return this.#waiting.shift();
  }

  /** Whether there are more than were read. */
  hasUnread(): boolean {
    return this.#hasUnread;
  }
}
