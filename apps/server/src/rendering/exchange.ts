import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { RenderAnswer, RenderRequest } from './messages.ts';

/** Why a document was not made. */
export type RendererProblem =
  /** Too many documents are waiting. */
  | 'busy'
  /** It took too long or too much memory, or the process ended twice. */
  | 'gave-up'
  /** The typesetter does not support this platform. */
  | 'unavailable';

/** The document was not made for a reason that is not in the report. */
export class RendererError extends Error {
  override readonly name = 'RendererError';
  readonly problem: RendererProblem;

  constructor(problem: RendererProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The process ended during a document: it was killed, or the typesetter crashed. */
export class ChildEndedError extends Error {
  override readonly name = 'ChildEndedError';
}

/** Limits of one document. */
export interface ExchangeLimits {
  timeoutMs: number;
  /** Resident memory in bytes at which the process is killed during a document. */
  maxWorkingRssBytes: number;
}

const watchEveryMs = 200;

/** Resident memory of a process, as the kernel reports it (proc(5)); null without such a file. */
async function rssOf(pid: number): Promise<number | null> {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

/**
 * One exchange with the child process. Rejects with RendererError if it takes too long or too much memory, and with
 * ChildEndedError if it dies; the child is unusable after either.
 */
export async function exchange(
  child: ChildProcess,
  request: RenderRequest,
  { timeoutMs, maxWorkingRssBytes }: ExchangeLimits,
): Promise<RenderAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      clearInterval(watch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      act();
    };
    const giveUp = (message: string): void => settle(() => reject(new RendererError('gave-up', message)));
    const onMessage = (answer: RenderAnswer): void => settle(() => resolve(answer));
    const onExit = (code: number | null, signal: string | null): void =>
      settle(() => reject(new ChildEndedError(`The rendering process ended (${signal ?? code})`)));
    const onError = (error: Error): void => settle(() => reject(new ChildEndedError(error.message)));
    const timer = setTimeout(() => giveUp(`Rendering the document took more than ${timeoutMs} ms`), timeoutMs);
    const watch = setInterval(() => {
      void rssOf(child.pid ?? 0).then((bytes) => {
        if (bytes !== null && bytes > maxWorkingRssBytes)
          giveUp(`Rendering the document took ${bytes} bytes of memory`);
      });
    }, watchEveryMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(request, (error) => {
      if (error !== null) onError(error);
    });
  });
}
