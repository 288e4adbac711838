import { type ChildProcess, fork } from 'node:child_process';
import type { RenderAnswer, RenderRequest } from './render-messages.ts';

/** Too many documents are waiting already. */
export class RendererBusyError extends Error {
  override readonly name = 'RendererBusyError';
}

/** Sets documents in a process of its own, one after the other. */
export interface Renderer {
  /** Rejects with RendererBusyError when too many wait, and with an Error when the document could not be made. */
  render: (request: RenderRequest) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

export interface RendererLimits {
  /** Documents that may wait for their turn. */
  maxWaiting: number;
  /** A document that takes longer costs the child its life. */
  timeoutMs: number;
  /** After so many documents, or at this size, the child is replaced. */
  maxDocuments: number;
  maxRssBytes: number;
}

const defaults: RendererLimits = {
  maxWaiting: 16,
  timeoutMs: 20_000,
  maxDocuments: 200,
  maxRssBytes: 600 * 1024 * 1024,
};

const childPath = new URL('./render-child.ts', import.meta.url);

/** A child with an empty environment: nothing that it reads can make it tell a secret. */
const startChild = (): ChildProcess =>
  fork(childPath, [], { serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

const ended = async (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** One exchange with the child; rejects when it dies or takes too long. */
async function ask(child: ChildProcess, request: RenderRequest, timeoutMs: number): Promise<RenderAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      act();
    };
    const onMessage = (answer: RenderAnswer): void => settle(() => resolve(answer));
    const onExit = (code: number | null, signal: string | null): void =>
      settle(() => reject(new Error(`The process that sets documents ended (${signal ?? code})`)));
    const onError = (error: Error): void => settle(() => reject(error));
    const timer = setTimeout(
      () => settle(() => reject(new Error(`The document was not set within ${timeoutMs} ms`))),
      timeoutMs,
    );
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(request, (error) => {
      if (error !== null) onError(error);
    });
  });
}

/** A renderer; its child is started with the first document. */
export function createRenderer(limits: Partial<RendererLimits> = {}): Renderer {
  const { maxWaiting, timeoutMs, maxDocuments, maxRssBytes } = { ...defaults, ...limits };
  let child: ChildProcess | null = null;
  let documents = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const discard = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  const renderNow = async (request: RenderRequest): Promise<Uint8Array> => {
    if (child === null) {
      child = startChild();
      documents = 0;
    }
    documents += 1;
    try {
      const answer = await ask(child, request, timeoutMs);
      if (documents >= maxDocuments || answer.rssBytes > maxRssBytes) discard();
      if (!answer.ok) throw new Error(answer.reason);
      return answer.pdf;
    } catch (error) {
      discard();
      throw error;
    }
  };

  return {
    render: async (request) => {
      if (waiting >= maxWaiting) throw new RendererBusyError(`${waiting} documents are waiting`);
      waiting += 1;
      const turn = last.then(async () => renderNow(request)).finally(() => (waiting -= 1));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      const leaving = child;
      discard();
      if (leaving !== null) await ended(leaving);
    },
  };
}
