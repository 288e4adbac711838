import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Longer documents are more than a test of the browser; the tree of a shorter one is built at once. */
const maxCharacters = 16_384;

/** "Please wait while your browser is checked" in any language. */
const maxVisibleCharacters = 300;

/** What a visitor can look at, go to or use: a page that has any of it is a document of its own. */
const contentTags: ReadonlySet<string> = new Set(
  'area audio button canvas embed frame iframe img object picture select textarea video'.split(' '),
);

/** Elements whose text is not visible. */
const hiddenTags: ReadonlySet<string> = new Set(['head', 'noscript', 'script', 'style', 'template', 'title']);

const attributeOf = ({ attrs }: Element, name: string): string | null =>
  attrs.find((one) => one.name === name)?.value ?? null;

/** An element that a script of the page fills: what it shows is not in the document. */
const isMountPoint = (element: Element): boolean =>
  element.childNodes.length === 0 &&
  (element.tagName.includes('-') || (element.tagName === 'div' && attributeOf(element, 'id') !== null));

/** The content of a document that matters here. */
class Content {
  hasContent = false;
  hasMountPoint = false;
  hasExternalScript = false;
  visibleCharacters = 0;
  code = '';

  add(node: Node): void {
    if ('tagName' in node) this.#addElement(node);
    else if (node.nodeName === '#text' && 'value' in node) this.#addText(node);
  }

  #addElement(element: Element): void {
    const { tagName } = element;
    if (tagName === 'script' && attributeOf(element, 'src') !== null) this.hasExternalScript = true;
    if (tagName === 'body') this.code += `${attributeOf(element, 'onload') ?? ''};`;
    const isLink = tagName === 'a' && attributeOf(element, 'href') !== null;
    const isField = tagName === 'input' && attributeOf(element, 'type')?.toLowerCase() !== 'hidden';
    // An image in a data: URL is the progress indicator.
    const isProgressIndicator = tagName === 'img' && attributeOf(element, 'src')?.startsWith('data:') === true;
    if (isLink || isField || (contentTags.has(tagName) && !isProgressIndicator)) this.hasContent = true;
    if (isMountPoint(element)) this.hasMountPoint = true;
  }

  #addText({ value, parentNode }: DefaultTreeAdapterTypes.TextNode): void {
    const parent = parentNode !== null && 'tagName' in parentNode ? parentNode.tagName : '';
    if (parent === 'script') this.code += `${value};`;
    else if (!hiddenTags.has(parent)) this.visibleCharacters += value.trim().length;
  }
}

function contentOf(html: string): Content {
  const content = new Content();
  // As a browser that runs scripts: the content of noscript is text.
  const waiting: Node[] = [parse(html, { scriptingEnabled: true })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    content.add(node);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return content;
}

/** Script text as it is compared: without white space, and with one way to name a member. */
const compact = (code: string): string => code.replace(/\s+/gu, '').replace(/\[["'](\w{1,20})["']\]/gu, '.$1');

/** Whether a name precedes a single equals sign. */
const assigns = (code: string, name: string): boolean =>
  code.split(`${name}=`).some((rest, index) => index > 0 && !rest.startsWith('='));

const asksAgain = (code: string): boolean =>
  ['location.reload(', 'location.replace(', 'location.assign('].some((call) => code.includes(call)) ||
  assigns(code, 'location.href') ||
  assigns(code, 'location');

/**
 * True of a document that only tests the browser: its script sets a cookie and asks for the page again, and there is nothing else
 * for a visitor. A page with a consent script has content, a link or a button; the shell of an application a place to fill.
 */
export function isScriptChallenge(html: string): boolean {
  if (html.length > maxCharacters || !html.includes('cookie') || !html.includes('location')) return false;
  const content = contentOf(html);
  if (content.hasContent || content.visibleCharacters > maxVisibleCharacters) return false;
  if (content.hasMountPoint && content.hasExternalScript) return false;
  const code = compact(content.code);
  return assigns(code, 'document.cookie') && asksAgain(code);
}
