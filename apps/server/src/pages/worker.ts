// Renders pages beside the event loop: a large report takes longer than any poll may wait.
import { parentPort, workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { RenderedPage, RenderPage } from './messages.ts';

interface PagesModule {
  render: (page: RenderPage['page'], frame: RenderPage['frame']) => string;
}

function isPages(value: unknown): value is PagesModule {
  return typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function';
}

const loaded: unknown = await import(pathToFileURL(String(workerData)).href);
if (!isPages(loaded)) throw new Error('The built pages are incomplete');

function answer({ turn, page, frame }: RenderPage, pages: PagesModule): RenderedPage {
  try {
    return { turn, html: gzipSync(pages.render(page, frame)) };
  } catch (error) {
    return { turn, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (asked: RenderPage) => parentPort?.postMessage(answer(asked, loaded), []));
