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

/** Whether a start tag is an element of HTML wherever it stands. */
export const isBreakout = (name: string): boolean => breakouts.has(name);

/** No real drawing is nested deeper than this; everything below counts as foreign. */
const maxDepth = 256;

/** Follows whether the parser stands in svg or math, by the few elements that change it. */
export class ForeignContent {
  /** Roots and integration points that are open, outermost first. */
  readonly #open: string[] = [];

  isForeign(): boolean {
    return integrationPoints.has(this.#open.at(-1) ?? '');
  }

  /** Takes a start tag; true where it is an element of HTML, or begins foreign content within HTML. */
  open(tag: StartTag): boolean {
    if (isBreakout(tag.name)) while (this.isForeign()) this.#open.pop();
    const isHtml = !this.isForeign();
    const leadsBack = integrationPoints.get(this.#open.at(-1) ?? '')?.has(tag.name) === true && isAnnotatedHtml(tag);
    const isBoundary = integrationPoints.has(tag.name) || leadsBack;
    if (isBoundary && !tag.selfClosing && this.#open.length < maxDepth) this.#open.push(tag.name);
    return isHtml;
  }

  close(name: string): void {
    // End tags that are elements of HTML wherever they stand.
    if (name === 'br' || name === 'p') while (this.isForeign()) this.#open.pop();
    const at = this.#open.lastIndexOf(name);
    if (at !== -1) this.#open.length = at;
  }
}
