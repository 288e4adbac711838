import type { StartTag } from '../tokens.ts';
import { resolve } from './urls.ts';

const maxHosts = 500;
/** Links beyond these are not looked at: a long base would cost each of them its time. */
const maxLinks = 10_000;

/** Counts the hosts that the links of a page lead to. */
export class Links {
  readonly #hosts = new Map<string, number>();
  #links = 0;

  startTag({ name, attributes }: StartTag, base: string): void {
    const href = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (href === undefined || this.#links >= maxLinks) return;
    this.#links += 1;
    const url = resolve(href, base);
    if (url === null || !/^https?:$/.test(url.protocol)) return;
    const count = this.#hosts.get(url.hostname) ?? 0;
    if (count > 0 || this.#hosts.size < maxHosts) this.#hosts.set(url.hostname, count + 1);
  }

  facts(): { host: string; count: number }[] {
    return [...this.#hosts].map(([host, count]) => ({ host, count }));
  }
}
