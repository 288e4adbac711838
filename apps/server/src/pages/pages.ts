import type { AssetNames } from '@perimeter/dashboard/build/asset-names';
import { prepareDashboard } from '@perimeter/dashboard/build/prepare';
import type { Frame } from '@perimeter/dashboard/lib/frame';
import { openPageCache } from './page-cache.ts';
import { type AskedPage, openRenderer } from './renderer.ts';

/** The dashboard's pages, rendered in a worker thread; pages of reports and of the API reference are cached. */
export interface Pages {
  /** The folder of the assets. */
  assets: string;
  names: AssetNames;
  /** Gzipped HTML. */
  html: (page: AskedPage, frame: Frame) => Promise<Buffer>;
  close: () => Promise<void>;
}

const minuteMs = 60_000;

/**
 * The cache key of a page of a large document: the document's digest, the reader, and the minute, because pages show
 * relative times.
 */
function keyOf(page: AskedPage, frame: Frame): string | null {
  // The same for all readers: cached for when many requests are refused at once.
  if (page.name === 'problem' && frame.path === '') return JSON.stringify([page, frame]);
  if (!('digest' in page)) return null;
  const rest = { ...page, body: null, document: null };
  return JSON.stringify([rest, { ...frame, nowMs: Math.floor(frame.nowMs / minuteMs) }]);
}

/** Opens the pages; builds them first if their sources have changed. */
export async function openPages(): Promise<Pages> {
  const built = await prepareDashboard();
  const renderer = openRenderer(built.pages);
  const cache = openPageCache();
  return {
    assets: built.assets,
    names: built.names,
    html: async (page, frame) => {
      const key = keyOf(page, frame);
      const known = key === null ? undefined : cache.get(key);
      if (known !== undefined) return known;
      const html = await renderer.render(page, frame);
      if (key !== null) cache.set(key, html);
      return html;
    },
    close: renderer.close,
  };
}
