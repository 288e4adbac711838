import type { StartTag } from '../tokens.ts';
import { resolve } from './urls.ts';

const maxHosts = 500;
/** Links beyond these are not looked at: a long base would cost each of them its time. */
const maxLinks = 10_000;
const linksOfSlice = 500;

const maxPaths = 20;
const maxPathLength = 200;
/** Files that browsers download or show by themselves are no pages. */
const notPages =
  /\.(?:pdf|zip|gz|png|jpe?g|gif|svg|webp|ico|mp[34]|webm|css|js|mjs|json|xml|rss|txt|docx?|xlsx?|exe|dmg)$/i;

/** Counts the hosts that the links of a page lead to, and keeps the paths of its own origin that look like pages. */
export class Links {
  readonly #hosts = new Map<string, number>();
  readonly #paths = new Set<string>();
  readonly #own: URL | null;
  #links = 0;
  /** As they are written, until the document ends. */
  #written: string[] = [];

  constructor(url: string) {
    this.#own = URL.canParse(url) ? new URL(url) : null;
  }

  startTag({ name, attributes }: StartTag): void {
    const href = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (href === undefined || this.#links >= maxLinks) return;
    this.#links += 1;
    this.#written.push(href);
  }

  /** Links lead where the base of the whole document says when they are used, also those before it (HTML, "document base URL"). */
  *endDocument(base: string): Generator<void> {
    for (const [index, href] of this.#written.entries()) {
      if (index % linksOfSlice === linksOfSlice - 1) yield;
      this.#add(href, base);
    }
    this.#written = [];
  }

  #add(href: string, base: string): void {
    const url = resolve(href, base);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    this.#addPath(url);
    const count = this.#hosts.get(url.hostname) ?? 0;
    if (count > 0 || this.#hosts.size < maxHosts) this.#hosts.set(url.hostname, count + 1);
  }

  /** Without queries, which may hold secrets. */
  #addPath({ origin, pathname }: URL): void {
    if (origin !== this.#own?.origin || pathname === this.#own.pathname || this.#paths.size >= maxPaths) return;
    if (pathname.length <= maxPathLength && !notPages.test(pathname)) this.#paths.add(pathname);
  }

  /** Paths of the own origin, in the order of the page. */
  ownPaths(): string[] {
    return [...this.#paths];
  }

  facts(): { host: string; count: number }[] {
    return [...this.#hosts].map(([host, count]) => ({ host, count }));
  }
}
