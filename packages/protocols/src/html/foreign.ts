import type { StartTag } from './tokens.ts';

/** Roots of foreign content, and the elements inside each whose content is HTML again (HTML, "tree construction"). */
const integrationPoints: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['svg', new Set(['foreignobject', 'desc', 'title'])],
  ['math', new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml'])],
]);

/** MathML annotations hold HTML only where they say so. */
const isAnnotatedHtml = ({ name, attributes }: StartTag): boolean =>
  name !== 'annotation-xml' || /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');

/** Start tags that end foreign content, wherever it was left open (HTML, "the rules for parsing tokens in foreign content"). */
const breakouts: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Whether a start tag is an element of HTML wherever it stands; `font` is by what old pages gave it. */
export const isBreakout = ({ name, attributes }: StartTag): boolean =>
  breakouts.has(name) || (name === 'font' && ['color', 'face', 'size'].some((one) => attributes.has(one)));

/** No real drawing is nested deeper than this; everything below counts as foreign. */
const maxDepth = 256;
/** Their end tags pop nothing (HTML, "the in body insertion mode"). */
const unpopped: ReadonlySet<string> = new Set(['html', 'head', 'body']);
/** And no page has more names of elements. */
const maxNames = 512;

/** Follows whether the parser stands in svg or math, by the few elements that change it. */
export class ForeignContent {
  /** Roots and integration points that are open, outermost first, each with the elements of svg or math that are open inside of it. */
  readonly #open: { name: string; inner: string[] }[] = [];
  /** How often each element of HTML is open, as far as its end tags tell. */
  readonly #outer = new Map<string, number>();

  isForeign(): boolean {
    return integrationPoints.has(this.#open.at(-1)?.name ?? '');
  }

  #breakOut(): void {
    while (this.isForeign()) this.#open.pop();
  }

  /** Takes a start tag; true where it is an element of HTML, or begins foreign content within HTML. */
  open(tag: StartTag): boolean {
    const { name, selfClosing } = tag;
    if (isBreakout(tag)) this.#breakOut();
    const isHtml = !this.isForeign();
    const parent = this.#open.at(-1);
    const leadsBack = integrationPoints.get(parent?.name ?? '')?.has(name) === true && isAnnotatedHtml(tag);
    const isBoundary = integrationPoints.has(name) || leadsBack;
    if (isBoundary && !selfClosing && this.#open.length < maxDepth) this.#open.push({ name, inner: [] });
    else if (isHtml && !isBoundary && (this.#outer.size < maxNames || this.#outer.has(name)))
      this.#outer.set(name, (this.#outer.get(name) ?? 0) + 1);
    else if (!isHtml && !selfClosing && parent !== undefined && parent.inner.length < maxDepth) parent.inner.push(name);
    return isHtml;
  }

  /** Takes an end tag; true where it is one of HTML. */
  close(name: string): boolean {
    const isHtml = !this.isForeign();
    const inner = isHtml ? undefined : this.#open.at(-1)?.inner;
    const within = inner?.lastIndexOf(name) ?? -1;
    if (inner !== undefined && within !== -1) {
      inner.length = within;
      return false;
    }
    const at = this.#open.findLastIndex((one) => one.name === name);
    if (at !== -1) {
      this.#open.length = at;
      return isHtml;
    }
    // The end of an element around the drawing ends the drawing, too; these two are elements of HTML wherever they stand.
    const times = unpopped.has(name) ? 0 : (this.#outer.get(name) ?? 0);
    if (times > 0) this.#outer.set(name, times - 1);
    if (times === 0 && name !== 'br' && name !== 'p') return isHtml;
    this.#breakOut();
    return true;
  }
}
