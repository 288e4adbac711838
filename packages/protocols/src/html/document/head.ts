import type { StartTag } from '../tokens.ts';
import { redactUrl } from '../../http/message-redact.ts';
import { parseRefresh } from '../../http/headers/refresh.ts';
import type { DocumentFacts, MetaPolicy } from './facts.ts';
import { isRunScript } from './scripts.ts';
import { resolve, storedUrl } from './urls.ts';

const maxPolicies = 20;
const maxPolicyCharacters = 16_384;
const maxTextCharacters = 256;
/** No honest base is longer, and each reference of the page would cost its length. */
const maxBaseCharacters = 4_096;

const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Gathers what a page says of itself: base, title, and the meta elements that replace headers. */
export class Head {
  readonly #url: string;
  readonly #policies: MetaPolicy[] = [];
  #base: string | null = null;
  #refresh: DocumentFacts['metaRefresh'] = null;
  #referrer: string | null = null;
  #generator: string | null = null;
  #title: string | null = null;
  #titles = 0;
  #sawScript = false;

  constructor(url: string) {
    this.#url = url;
  }

  sawScript(): void {
    this.#sawScript = true;
  }

  /** What references are resolved against at this place of the page. */
  base(): string {
    return this.#base ?? this.#url;
  }

  startTag(tag: StartTag, inHead: boolean): void {
    if (tag.name === 'base') this.#setBase(tag);
    if (tag.name === 'meta') this.#addMeta(tag, inHead);
    if (tag.name === 'title') this.#titles += 1;
    if (tag.name === 'script' && isRunScript(tag, true)) this.sawScript();
  }

  /** The first title element names the document. */
  titleText(text: string): void {
    if (this.#titles !== 1) return;
    const title = `${this.#title ?? ''}${text}`;
    this.#title = title.slice(0, 4 * maxTextCharacters);
  }

  /** The first base element with an address counts (HTML, "set the frozen base URL"). */
  #setBase({ attributes }: StartTag): void {
    const href = attributes.get('href');
    if (href === undefined || href.length > maxBaseCharacters || this.#base !== null) return;
    const url = resolve(href, this.#url);
    this.#base = url === null || url.protocol === 'data:' || url.protocol === 'javascript:' ? this.#url : url.href;
  }

  #addMeta({ attributes, line }: StartTag, inHead: boolean): void {
    const content = attributes.get('content');
    if (content === undefined) return;
    const name = attributes.get('name')?.toLowerCase();
    if (name === 'generator') this.#generator ??= spaceless(content).slice(0, maxTextCharacters);
    if (name === 'referrer' && content !== '') this.#referrer = content.slice(0, maxTextCharacters);
    const header = attributes.get('http-equiv')?.toLowerCase();
    if (header === 'content-security-policy') this.#addPolicy(content, { line, inHead });
    if (header === 'refresh') this.#setRefresh(content);
  }

  #addPolicy(content: string, { line, inHead }: { line: number; inHead: boolean }): void {
    const before = this.#sawScript ? 'after first script' : 'scripts';
    const policy = { text: redactUrl(content.slice(0, maxPolicyCharacters)), line };
    const placedBefore = inHead ? before : 'body';
    if (this.#policies.length < maxPolicies) this.#policies.push({ ...policy, placedBefore });
  }

  /** The first one that can be read counts (HTML, "shared declarative refresh steps"). */
  #setRefresh(content: string): void {
    const refresh = parseRefresh(content);
    if (refresh === null || this.#refresh !== null) return;
    const url = resolve(refresh.url, this.base());
    if (url !== null) this.#refresh = { url: storedUrl(url), seconds: refresh.seconds };
  }

  facts(): Pick<DocumentFacts, 'base' | 'title' | 'generator' | 'metaPolicies' | 'metaRefresh' | 'metaReferrer'> {
    const base = this.#base === null ? null : resolve(this.#base, this.#url);
    return {
      base: base === null ? null : storedUrl(base),
      title: this.#title === null ? null : spaceless(this.#title).slice(0, maxTextCharacters),
      generator: this.#generator,
      metaPolicies: this.#policies,
      metaRefresh: this.#refresh,
      metaReferrer: this.#referrer,
    };
  }
}
