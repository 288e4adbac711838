import { parseRefresh } from '@perimeter/protocols/http/headers/refresh';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import type { Hop } from '../../../evidence/site/visits/visits.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

/** A redirect by a page's Refresh header or meta element. */
export interface ClientRedirect {
  by: 'the Refresh header' | 'a meta element';
  url: string;
  quote: string;
}

const isHttps = (url: string | null | undefined, base: URL): URL | null => {
  if (url === null || url === undefined || !URL.canParse(url, base.href)) return null;
  const target = new URL(url, base);
  return target.protocol === 'https:' ? target : null;
};

/** The page's own redirect to https at a hop; null where there is none. Scripts are not read. */
export function clientRedirect({ exchange, url, response }: Hop, { http }: SiteEvidence): ClientRedirect | null {
  if (response === null) return null;
  const header = combinedValue(response.headers, 'Refresh');
  const byHeader = header === null ? null : isHttps(parseRefresh(header)?.url, url);
  if (byHeader !== null && header !== null)
    return { by: 'the Refresh header', url: byHeader.href, quote: `Refresh: ${header.slice(0, 300)}` };
  const metas = http.pages.find((page) => page.exchange === exchange.id)?.metas ?? [];
  for (const { key, kind, content } of metas) {
    const target = kind === 'http-equiv' && key === 'refresh' ? isHttps(parseRefresh(content)?.url, url) : null;
    if (target !== null)
      return {
        by: 'a meta element',
        url: target.href,
        quote: `<meta http-equiv="refresh" content="${content.slice(0, 300)}">`,
      };
  }
  return null;
}
