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
  /** Number of documents, and size, after which the child process is replaced. */
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

/** One child at a time: a new one where there is none or it has ended between two documents. */
function keepChild(program: URL) {
  let child: ChildProcess | null = null;
  let documents = 0;
  const discard = (): ChildProcess | null => {
    const discarded = child;
    child?.kill('SIGKILL');
    child = null;
    return discarded;
  };
  return {
    discard,
    /** For one more document. */
    take: (): ChildProcess => {
      if (child === null || !child.connected) {
        discard();
        child = startChild(program);
        documents = 0;
      }
      documents += 1;
      return child;
    },
    /** Documents that the child was taken for. */
    get documents() {
      return documents;
    },
  };
}

/** A renderer; its child is started with the first document. */
export function createRenderer(limits: Partial<RendererLimits> = {}, program = renderChild): Renderer {
  const { maxWaiting, maxDocuments, maxRssBytes, ...perDocument } = { ...defaults, ...limits };
  const child = keepChild(program);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const answerTo = async (request: RenderRequest): Promise<RenderAnswer> => {
    if (closed) throw new RendererError('busy', 'The service is stopping');
    try {
      return await exchange(child.take(), request, perDocument);
    } catch (error) {
      child.discard();
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
      child.discard();
      throw new RendererError('unavailable', answer.reason);
    }
    if (child.documents >= maxDocuments || answer.rssBytes > maxRssBytes) child.discard();
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
      const leaving = child.discard();
      if (leaving !== null) await ended(leaving);
    },
  };
}
