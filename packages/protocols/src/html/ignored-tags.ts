import { isBreakout } from './foreign.ts';
import type { StartTag } from './tokens.ts';

/** Start tags after which a frameset comes too late (HTML, "in body": those that set the frameset-ok flag to "not ok"). */
const spoilers: ReadonlySet<string> = new Set(
  (
    'applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object pre select table ' +
    'textarea wbr xmp'
  ).split(' '),
);

/** Parts of a table, which mean nothing outside of one. */
const tableParts: ReadonlySet<string> = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '));

const isHiddenInput = ({ name, attributes }: StartTag): boolean =>
  name === 'input' && attributes.get('type')?.toLowerCase() === 'hidden';

/**
 * Tells which tags a browser drops because of where they stand: frames outside of a frameset, a frameset behind content, everything
 * else inside or behind a frameset, and parts of a table outside of a table (HTML, "tree construction"). Such tags load and run nothing.
 */
export class IgnoredTags {
  #framesetOk = true;
  /** Framesets that are open. */
  #framesets = 0;
  #hadFrameset = false;
  #tables = 0;

  /** Takes a start tag; true where browsers drop it. */
  startTag(tag: StartTag, where: { isForeign: boolean; inBody: boolean; inTemplate: boolean }): boolean {
    const { name } = tag;
    if (where.isForeign && !isBreakout(tag)) return false;
    if (name === 'frameset') return !this.#openFrameset(where.inBody);
    if (name === 'frame') return this.#framesets === 0;
    if (this.#hadFrameset) return name !== 'noframes' && name !== 'html';
    if (spoilers.has(name) && !isHiddenInput(tag)) this.#framesetOk = false;
    if (name === 'table') this.#tables += 1;
    return tableParts.has(name) && this.#tables === 0 && !where.inTemplate;
  }

  #openFrameset(inBody: boolean): boolean {
    const isFirst = !this.#hadFrameset && (this.#framesetOk || !inBody);
    if (!isFirst && this.#framesets === 0) return false;
    this.#framesets += 1;
    this.#hadFrameset = true;
    return true;
  }

  /** Takes an end tag; true where browsers drop it. */
  endTag(name: string): boolean {
    if (name === 'frameset' && this.#framesets > 0) this.#framesets -= 1;
    // Browsers read </br> as <br>.
    if (name === 'br') this.#framesetOk = false;
    if (name === 'table' && this.#tables > 0) this.#tables -= 1;
    return this.#hadFrameset;
  }

  /** Takes text of the markup; true where browsers drop it. */
  text(isWhitespace: boolean): boolean {
    if (!isWhitespace) this.#framesetOk = false;
    return this.#hadFrameset;
  }
}

/** Browsers read an element of this name as a picture (HTML, "in body"). */
export const asBrowsersName = (tag: StartTag): StartTag => (tag.name === 'image' ? { ...tag, name: 'img' } : tag);
