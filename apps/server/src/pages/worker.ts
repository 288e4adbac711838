// Renders pages outside the event loop, because a large report takes longer than polls may wait.
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { endOfWork } from '../end-thread.ts';
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

/**
 * Polls take priority over pages when both need the processor; pages still progress on a machine that is always busy.
 */
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
 * Lowered after the first page, because the first reader after a start waits while the thread compiles. On Linux the
 * priority applies to the calling thread only (setpriority(2), NOTES); elsewhere it would slow down the whole process.
 */
let giveWay = (): void => {
  if (process.platform === 'linux') os.setPriority(niceness);
  giveWay = () => undefined;
};

parentPort?.on('message', (asked: RenderPage | typeof endOfWork) => {
  if (asked === endOfWork) return parentPort?.close();
  const page = answer(asked, loaded);
  parentPort?.postMessage(page, []);
  if ('html' in page) giveWay();
});
