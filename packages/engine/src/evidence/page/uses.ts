import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { PageReference } from './schema.ts';

/** Uses of one domain that are kept. */
export const maxUses = 20;

/** A host that a document refers to, and how. */
export type PageUse = PageReference['usedBy'][number];

/** Objects and embedded documents are browsing contexts as frames are (HTML sections 4.8.6 and 4.8.7). */
const kinds: ReadonlyMap<string, PageUse['kind']> = new Map([
  ...(['script', 'style', 'frame', 'form', 'refresh'] as const).map((kind) => [kind, kind] as const),
  ['object', 'frame'],
  ['embed', 'frame'],
]);

/** The host of an http or https URL; null for others. */
export const webHostOf = (url: string): string | null =>
  /^https?:/.test(url) && URL.canParse(url) ? new URL(url).hostname : null;

/** Hosts whose code runs in a page, that forms are sent to, and that the page itself leads to. */
export function usesIn({ resources, forms, metaRefresh }: DocumentFacts): PageUse[] {
  const used = [
    ...resources,
    ...forms.flatMap(({ action, overrides = [] }) => [action, ...overrides].map((url) => ({ kind: 'form', url }))),
    ...(metaRefresh === null ? [] : [{ kind: 'refresh', url: metaRefresh.url }]),
  ];
  return used.flatMap(({ kind, url }): PageUse[] => {
    const [host, use] = [webHostOf(url), kinds.get(kind)];
    return host === null || use === undefined ? [] : [{ kind: use, host }];
  });
}
