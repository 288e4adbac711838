import type { Frame } from '@perimeter/dashboard/lib/frame';
import type { PageRequest } from '@perimeter/dashboard/lib/props';
import { endThread } from '../end-thread.ts';
import { Worker } from 'node:worker_threads';
import { AppError } from '../http/errors.ts';
import type { RenderedPage, RenderPage } from './messages.ts';

/** A page whose report is loaded only if the thread does not have it. */
type ReadLater<Page> = Page extends { body: Uint8Array | null }
  ? Omit<Page, 'body'> & { body: () => Promise<Uint8Array> }
  : Page;
export type AskedPage = ReadLater<PageRequest>;

/** Renders pages in a worker thread. */
export interface PageRenderer {
  /**
   * Gzipped HTML. Rejects with not_found if the report has no such part, and with service_unavailable if too many pages
   * wait or the thread hangs.
   */
  render: (page: AskedPage, frame: Frame) => Promise<Buffer>;
  close: () => Promise<void>;
}

interface Waiting {
  page: AskedPage;
  frame: Frame;
  resolve: (html: Buffer) => void;
  reject: (error: Error) => void;
}

const program = new URL('./worker.ts', import.meta.url);
const maxWaiting = 64;
/**
 * A thread that has not answered for this time counts as hanging. On a busy machine a thread may wait many seconds for
 * the processor, and restarting it would only add the time of a start to every page; the request's own deadline ends
 * shorter waits.
 */
const silentForMs = 60_000;

const unavailable = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': '2' } });

/** The page without its report, which the thread may already have. */
const withoutReport = (page: AskedPage): PageRequest => ('body' in page ? { ...page, body: null } : page);
const withReport = async (page: AskedPage): Promise<PageRequest> =>
  'body' in page ? { ...page, body: await page.body() } : page;

/** Waiting requests for pages, by number. */
function makeQueue(onSilent: () => void) {
  const waiting = new Map<number, Waiting>();
  let turns = 0;
  let silence: NodeJS.Timeout | undefined;
  /** The thread has answered, or got its first request. */
  const heard = (): void => {
    clearTimeout(silence);
    silence = waiting.size === 0 ? undefined : setTimeout(onSilent, silentForMs).unref();
  };
  const settle = (turn: number): Waiting | undefined => {
    const one = waiting.get(turn);
    waiting.delete(turn);
    heard();
    return one;
  };
  return {
    heard,
    settle,
    get: (turn: number) => waiting.get(turn),
    isFull: () => waiting.size >= maxWaiting,
    add: (page: AskedPage, frame: Frame) => {
      turns += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      waiting.set(turns, { page, frame, resolve, reject });
      if (silence === undefined) heard();
      return { turn: turns, promise };
    },
    refuseAll: () => {
      for (const turn of waiting.keys()) settle(turn)?.reject(unavailable('The page could not be rendered'));
    },
  };
}

/** Starts a thread with the first page, and again after it was ended. The thread does not keep the process alive. */
export function openRenderer(pagesModule: string): PageRenderer {
  let thread: Worker | null = null;
  const queue = makeQueue(() => void endNow());

  /** Lets go of the thread, which ends as it is asked to. */
  const end = async (as: (ending: Worker) => Promise<unknown>): Promise<void> => {
    const ending = thread;
    thread = null;
    queue.refuseAll();
    if (ending !== null) await as(ending);
  };
  const endNow = async (): Promise<void> => end(async (hanging) => hanging.terminate());
  /** Repeats the request with the report, unless the thread or the request has ended meanwhile. */
  const bring = async (started: Worker, turn: number): Promise<void> => {
    const one = queue.get(turn);
    if (one === undefined) return;
    try {
      const asked: RenderPage = { turn, page: await withReport(one.page), frame: one.frame };
      if (thread === started && queue.get(turn) !== undefined) started.postMessage(asked, []);
    } catch (error) {
      queue.settle(turn)?.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const start = (): Worker => {
    const started = new Worker(program, { workerData: pagesModule });
    started.unref();
    started.on('message', (answer: RenderedPage) => {
      if ('needsReport' in answer) {
        queue.heard();
        void bring(started, answer.turn);
        return;
      }
      const one = queue.settle(answer.turn);
      if ('html' in answer)
        one?.resolve(Buffer.from(answer.html.buffer, answer.html.byteOffset, answer.html.byteLength));
      else if ('isMissing' in answer) one?.reject(new AppError('not_found'));
      else one?.reject(new Error(`Rendering a page failed: ${answer.error}`));
    });
    const over = (): void => {
      if (thread === started) void endNow();
    };
    started.on('error', over).on('exit', over);
    return started;
  };
  return {
    render: async (page, frame) => {
      if (queue.isFull()) throw unavailable('Too many pages are being rendered');
      thread ??= start();
      const { turn, promise } = queue.add(page, frame);
      const asked: RenderPage = { turn, page: withoutReport(page), frame };
      thread.postMessage(asked, []);
      return promise;
    },
    close: async () => end(endThread),
  };
}
