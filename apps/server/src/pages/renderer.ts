import type { Frame } from '@perimeter/dashboard/lib/frame';
import type { PageRequest } from '@perimeter/dashboard/lib/props';
import { Worker } from 'node:worker_threads';
import { AppError } from '../http/errors.ts';
import type { RenderedPage } from './messages.ts';

/** Renders pages in a thread. */
export interface PageRenderer {
  /** HTML in gzip. Rejects with service_unavailable where too many pages wait or one takes too long. */
  render: (page: PageRequest, frame: Frame) => Promise<Buffer>;
  close: () => Promise<void>;
}

interface Waiting {
  resolve: (html: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

const program = new URL('./worker.ts', import.meta.url);
const maxWaiting = 64;
const timeoutMs = 10_000;

const unavailable = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': '2' } });

/** A thread that starts with the first page, and again after it had to be ended. It keeps no process alive. */
export function openRenderer(pagesModule: string): PageRenderer {
  let thread: Worker | null = null;
  let turns = 0;
  const waiting = new Map<number, Waiting>();

  const settle = (turn: number): Waiting | undefined => {
    const one = waiting.get(turn);
    waiting.delete(turn);
    clearTimeout(one?.timer);
    return one;
  };
  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    for (const turn of waiting.keys()) settle(turn)?.reject(unavailable('The page could not be rendered'));
    await ending?.terminate();
  };
  const start = (): Worker => {
    const started = new Worker(program, { workerData: pagesModule });
    started.unref();
    started.on('message', (answer: RenderedPage) => {
      const one = settle(answer.turn);
      if ('html' in answer) one?.resolve(Buffer.from(answer.html));
      else one?.reject(new Error(`Rendering a page failed: ${answer.error}`));
    });
    const over = (): void => {
      if (thread === started) void end();
    };
    started.on('error', over).on('exit', over);
    return started;
  };
  return {
    render: async (page, frame) => {
      if (waiting.size >= maxWaiting) throw unavailable('Too many pages are being rendered');
      thread ??= start();
      turns += 1;
      const turn = turns;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      waiting.set(turn, { resolve, reject, timer: setTimeout(() => void end(), timeoutMs).unref() });
      thread.postMessage({ turn, page, frame }, []);
      return promise;
    },
    close: end,
  };
}
