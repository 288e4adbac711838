// Renders pages beside the event loop: a large report takes longer than any poll may wait.
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { RenderedPage, RenderPage } from './messages.ts';

interface PagesModule {
  render: (page: RenderPage['page'], frame: RenderPage['frame']) => string;
  hasReport: (digest: string) => boolean;
}

function isPages(value: unknown): value is PagesModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['render', 'hasReport'].every((name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === 'function')
  );
}

/** How far polls go before pages where both want the processor; pages still come on a machine that is busy all the time. */
const niceness = 5;

const loaded: unknown = await import(pathToFileURL(String(workerData)).href);
if (!isPages(loaded)) throw new Error('The built pages are incomplete');

function answer({ turn, page, frame }: RenderPage, pages: PagesModule): RenderedPage {
  if ('body' in page && page.body === null && !pages.hasReport(page.digest)) return { turn, needsReport: true };
  try {
    return { turn, html: gzipSync(pages.render(page, frame)) };
  } catch (error) {
    if (error instanceof Error && error.name === 'MissingPartError') return { turn, isMissing: true };
    return { turn, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/**
 * From the first page on: until then the thread compiles, and the first reader after a start waits for it.
 * Linux alone applies this to the calling thread (setpriority(2), NOTES); elsewhere it would slow down the whole process.
 */
let giveWay = (): void => {
  if (process.platform === 'linux') os.setPriority(niceness);
  giveWay = () => undefined;
};

parentPort?.on('message', (asked: RenderPage) => {
  const page = answer(asked, loaded);
  parentPort?.postMessage(page, []);
  if ('html' in page) giveWay();
});
