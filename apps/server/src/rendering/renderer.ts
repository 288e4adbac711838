import { type ChildProcess, fork } from 'node:child_process';
import { ChildEndedError, exchange, RendererError } from './exchange.ts';
import type { RenderAnswer, RenderRequest } from './messages.ts';

/** Sets documents in a process of its own, one after the other. */
export interface Renderer {
  /** Rejects with RendererError, and with another Error where the template and a report do not go together. */
  render: (request: RenderRequest) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

export interface RendererLimits {
  /** Documents that may wait for their turn, the one that is being set included. */
  maxWaiting: number;
  /** A document that takes longer costs the child its life. */
  timeoutMs: number;
  /** So does one that takes the child to this size. */
  maxWorkingRssBytes: number;
  /** After so many documents, or when it stays at this size, the child is replaced. */
  maxDocuments: number;
  maxRssBytes: number;
}

const mebibyte = 1024 * 1024;
const defaults: RendererLimits = {
  maxWaiting: 16,
  timeoutMs: 20_000,
  maxWorkingRssBytes: 1_536 * mebibyte,
  maxDocuments: 200,
  maxRssBytes: 600 * mebibyte,
};

/** Where the child's program is. */
export const renderChild = new URL('./child.ts', import.meta.url);

/** A child with an empty environment: nothing that it reads can make it tell a secret. */
const startChild = (program: URL): ChildProcess =>
  fork(program, [], { serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

const ended = async (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** A renderer; its child is started with the first document. */
export function createRenderer(limits: Partial<RendererLimits> = {}, program = renderChild): Renderer {
  const { maxWaiting, maxDocuments, maxRssBytes, ...perDocument } = { ...defaults, ...limits };
  let child: ChildProcess | null = null;
  let documents = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const discard = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  /** The child, or a new one where there is none or it has ended between two documents. */
  const livingChild = (): ChildProcess => {
    if (child === null || !child.connected) {
      discard();
      child = startChild(program);
      documents = 0;
    }
    documents += 1;
    return child;
  };
  const answerTo = async (request: RenderRequest): Promise<RenderAnswer> => {
    if (closed) throw new RendererError('busy', 'The service is stopping');
    try {
      return await exchange(livingChild(), request, perDocument);
    } catch (error) {
      discard();
      throw error;
    }
  };
  /** A child that ended may have been killed for reasons of others: once more, then no more. */
  const answerTwice = async (request: RenderRequest): Promise<RenderAnswer> => {
    try {
      return await answerTo(request);
    } catch (error) {
      if (!(error instanceof ChildEndedError)) throw error;
    }
    try {
      return await answerTo(request);
    } catch (error) {
      throw error instanceof ChildEndedError ? new RendererError('gave-up', error.message) : error;
    }
  };
  const renderNow = async (request: RenderRequest): Promise<Uint8Array> => {
    const answer = await answerTwice(request);
    if (answer.kind === 'unavailable') {
      discard();
      throw new RendererError('unavailable', answer.reason);
    }
    if (documents >= maxDocuments || answer.rssBytes > maxRssBytes) discard();
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.pdf;
  };

  return {
    render: async (request) => {
      if (waiting >= maxWaiting) throw new RendererError('busy', `${waiting} documents are already waiting`);
      waiting += 1;
      const turn = last.then(async () => renderNow(request)).finally(() => (waiting -= 1));
      last = turn.catch(() => {});
      return turn;
    },
    close: async () => {
      closed = true;
      const leaving = child;
      discard();
      if (leaving !== null) await ended(leaving);
    },
  };
}
