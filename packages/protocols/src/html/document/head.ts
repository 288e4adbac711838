import type { StartTag } from '../tokens.ts';
import { redactUrl } from '../../http/message-redact.ts';
import { parseRefresh } from '../../http/headers/refresh.ts';
import { statedBy, TitleText } from '../stated.ts';
import type { DocumentFacts, MetaPolicy } from './facts.ts';
import { isRunScript } from './scripts.ts';
import { resolve, storedUrl } from './urls.ts';

const maxPolicies = 20;
const maxPolicyCharacters = 16_384;
const maxTextCharacters = 256;
/** No honest base is longer, and each reference of the page would cost its length. */
const maxBaseCharacters = 4_096;

const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Gathers what governs or describes a page: base, title, and the meta elements that replace headers. */
export class Head {
  readonly #url: string;
  readonly #policies: MetaPolicy[] = [];
  #base: string | null = null;
  #refresh: DocumentFacts['metaRefresh'] = null;
  #referrer: string | null = null;
  #generator: string | null = null;
  readonly #title = new TitleText();
  #sawScript = false;

  constructor(url: string) {
    this.#url = url;
  }

  sawScript(): void {
    this.#sawScript = true;
  }

  /** The URL that references are resolved against at this position of the page. */
  base(): string {
    return this.#base ?? this.#url;
  }

  startTag(tag: StartTag, inHead: boolean): void {
    if (tag.name === 'base') this.#setBase(tag);
    if (tag.name === 'meta') this.#addMeta(tag, inHead);
    this.#title.startTag(tag);
    if (tag.name === 'script' && isRunScript(tag, true)) this.sawScript();
  }

  rawText(element: string, text: string): void {
    this.#title.rawText(element, text);
  }

  /** The first base element with an address counts (HTML, "set the frozen base URL"). */
  #setBase({ attributes }: StartTag): void {
    const href = attributes.get('href');
    if (href === undefined || href.length > maxBaseCharacters || this.#base !== null) return;
    const url = resolve(href, this.#url);
    this.#base = url === null || url.protocol === 'data:' || url.protocol === 'javascript:' ? this.#url : url.href;
  }

  #addMeta(tag: StartTag, inHead: boolean): void {
    for (const { kind, key, content } of statedBy(tag)) {
      if (kind === 'name') this.#addProperty(key, content);
      else if (key === 'content-security-policy') this.#addPolicy(content, { line: tag.line, inHead });
      else if (key === 'refresh') this.#setRefresh(content);
    }
  }

  #addProperty(key: string, content: string): void {
    if (key === 'generator') this.#generator ??= spaceless(content).slice(0, maxTextCharacters);
    if (key === 'referrer' && content !== '') this.#referrer = content.slice(0, maxTextCharacters);
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
    const title = this.#title.text() ?? '';
    return {
      base: base === null ? null : storedUrl(base),
      title: title === '' ? null : spaceless(title).slice(0, maxTextCharacters),
      generator: this.#generator,
      metaPolicies: this.#policies,
      metaRefresh: this.#refresh,
      metaReferrer: this.#referrer,
    };
  }
}
