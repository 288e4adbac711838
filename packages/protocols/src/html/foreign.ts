import type { StartTag } from './tokens.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements of svg and math whose content is HTML again (HTML, "tree construction"). */
const integrationPoints = { svg: words('foreignobject desc title'), math: words('mi mo mn ms mtext annotation-xml') };

/** MathML annotations hold HTML only where they say so. */
const isAnnotatedHtml = ({ name, attributes }: StartTag): boolean =>
  name !== 'annotation-xml' || /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');

/** Start tags that end foreign content, wherever it was left open (HTML, "the rules for parsing tokens in foreign content"). */
const breakouts: ReadonlySet<string> = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Whether a start tag is an element of HTML in every context. */
export const isBreakout = ({ name, attributes }: Pick<StartTag, 'name' | 'attributes'>): boolean =>
  breakouts.has(name) || (name === 'font' && ['color', 'face', 'size'].some((one) => attributes.has(one)));

/** Elements without an end (HTML, "void elements", and older ones that are parsed so), and those whose end closes nothing. */
const voids = words(
  'area base basefont bgsound body br col embed frame head hr html image img input keygen link meta param source track wbr',
);

/** Elements at which the search for the start of an end tag stops (HTML, "has an element in scope"). */
const scopes = words('applet caption marquee object table td template th');

/** Parts of tables, whose end tags reach through cells (HTML, "has an element in table scope"). */
const tableParts = words('caption table tbody td tfoot th thead tr');
const tableScopes = words('table template');

/** Elements at which that search stops for end tags of phrases (HTML, "special", as far as they have content). */
const blocks = words(
  'address article aside blockquote body button center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup li listing main menu nav ol p pre search section select summary tbody tfoot thead tr ul xmp',
);
/** Elements whose end reaches through blocks, which stay open without them (HTML, "the adoption agency algorithm"). */
const formats = words('a b big code em font i nobr s small strike strong tt u');
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** Elements of HTML that can host a shadow root, besides custom ones (DOM, "valid shadow host name"). */
const hosts = words('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
/** HTML, "valid custom element name". */
const isCustom = (name: string): boolean =>
  /^[a-z].*-/s.test(name) &&
  !/^(?:annotation-xml|color-profile|font-face(?:-(?:src|uri|format|name))?|missing-glyph)$/.test(name);

/** The namespace of an element. */
export type ElementSpace = 'html' | 'svg' | 'math';

interface Open {
  name: string;
  space: ElementSpace;
  /** Whether its content is HTML, though the element itself is foreign. */
  isPoint: boolean;
}

/** Whether the end tag of an element of HTML reaches no further than to this element. */
function reachEnds({ name, space }: Open, end: string): boolean {
  if (tableParts.has(end)) return space === 'html' && tableScopes.has(name);
  if (space !== 'html') return integrationPoints[space].has(name);
  return scopes.has(name) || (blocks.has(name) && !blocks.has(end) && !scopes.has(end));
}

/** No real page is nested deeper than this; the outermost elements are forgotten. */
const maxDepth = 256;

/** Tracks whether the parser is in svg or math, by the open elements. */
export class ForeignContent {
  /** Outermost first, without the body. */
  readonly #open: Open[] = [];
  /** Elements that host a shadow root; the body where it does. */
  readonly #hosts = new Set<Open | 'body'>();

  isForeign(): boolean {
    const top = this.#open.at(-1);
    return top !== undefined && top.space !== 'html' && !top.isPoint;
  }

  /** Takes a start tag; `html` where it is an element of HTML, or begins foreign content within HTML. */
  open(tag: StartTag): ElementSpace {
    const { name } = tag;
    if (isBreakout(tag)) while (this.isForeign()) this.#open.pop();
    const top = this.#open.at(-1);
    // An annotation that is no HTML may hold a drawing.
    const isDrawing = name === 'svg' && top?.name === 'annotation-xml' && top.space === 'math';
    if (top !== undefined && top.space !== 'html' && this.isForeign() && !isDrawing) {
      const isPoint = integrationPoints[top.space].has(name) && isAnnotatedHtml(tag);
      if (!tag.selfClosing) this.#push({ name, space: top.space, isPoint });
      return top.space;
    }
    if (name === 'svg' || name === 'math') {
      if (!tag.selfClosing) this.#push({ name, space: name, isPoint: false });
    } else if (!voids.has(name)) {
      // End tags that pages may omit.
      if (top?.name === name && top.space === 'html' && blocks.has(name) && name !== 'div') this.#open.pop();
      this.#push({ name, space: 'html', isPoint: false });
    }
    return 'html';
  }

  /** Makes the innermost element the host of a shadow root; false where it cannot be, or is one (HTML, "in head", template start tag). */
  takeHost(): boolean {
    const host = this.#open.at(-1) ?? 'body';
    if (host !== 'body' && (host.space !== 'html' || !(hosts.has(host.name) || isCustom(host.name)))) return false;
    if (this.#hosts.has(host)) return false;
    this.#hosts.add(host);
    return true;
  }

  #push(one: Open): void {
    if (this.#open.length >= maxDepth) this.#open.splice(0, maxDepth / 2);
    this.#open.push(one);
  }

  /** Takes an end tag; true where it is read as one of HTML. */
  close(name: string): boolean {
    // End tags that are elements of HTML wherever they stand.
    if (name === 'br' || name === 'p') while (this.isForeign()) this.#open.pop();
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const one = this.#open[at];
      if (one === undefined || one.space === 'html') break;
      if (one.name !== name) continue;
      this.#open.length = at;
      return false;
    }
    this.#closeHtml(name);
    return true;
  }

  #closeHtml(name: string): void {
    let innermostBlock = -1;
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const one = this.#open[at];
      if (one === undefined) return;
      if (innermostBlock >= 0 && one.space === 'html' && one.name === name) {
        this.#open.splice(innermostBlock + 1);
        this.#open.splice(at, 1);
        return;
      }
      if (formats.has(name) && one.space === 'html' && blocks.has(one.name) && !scopes.has(one.name)) {
        innermostBlock = Math.max(innermostBlock, at);
        continue;
      }
      if (one.space === 'html' && (one.name === name || (isHeading(name) && isHeading(one.name)))) {
        // A form ends, and what is open in it stays open.
        this.#open.splice(at, name === 'form' ? 1 : Infinity);
        return;
      }
      if (name !== 'template' && reachEnds(one, name)) return;
    }
  }
}
