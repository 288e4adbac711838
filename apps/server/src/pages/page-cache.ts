/** A cache of rendered pages that evicts the least recently used. */
export interface PageCache {
  get: (key: string) => Buffer | undefined;
  set: (key: string, html: Buffer) => void;
}

const maxBytes = 32 * 1024 * 1024;

/** Makes a cache with a size limit in bytes. */
export function openPageCache(limitBytes = maxBytes): PageCache {
  const pages = new Map<string, Buffer>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= pages.get(key)?.length ?? 0;
    pages.delete(key);
  };
  return {
    get: (key) => {
      const html = pages.get(key);
      if (html === undefined) return undefined;
      pages.delete(key);
      pages.set(key, html);
      return html;
    },
    set: (key, html) => {
      remove(key);
      pages.set(key, html);
      bytes += html.length;
      for (const oldest of pages.keys()) {
        if (bytes <= limitBytes) return;
        remove(oldest);
      }
    },
  };
}
