import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Ids, nobody } from '../settings/nobody.ts';
import { ChildEndedError, exchange, RendererError } from './exchange.ts';
import type { RenderAnswer, RenderRequest } from './messages.ts';

/** Sets documents in a process of its own, one after the other. */
export interface Renderer {
  /** Rejects with RendererError, and with another Error where the template and a report do not go together. */
  render: (request: RenderRequest) => Promise<Uint8Array>;
  /** Starts the child ahead of the first document: it reads its program and its fonts meanwhile. */
  start: () => void;
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

/** What the child may do. */
export interface Confinement {
  /** Flags of Node.js. */
  permissions: readonly string[];
  /** Another user than ours; null for our own. */
  ids: Ids | null;
}

/** Nobody, where we are root and nobody can reach Node.js and the program: a checkout in root's home is closed to others. */
function lesserUser(): Ids | null {
  if (process.getuid?.() !== 0) return null;
  const ids = nobody();
  const reach = ['-c', 'test -x "$1" && test -r "$2"', 'sh', process.execPath, fileURLToPath(renderChild)];
  return spawnSync('/bin/sh', reach, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0 ? ids : null;
}

/**
 * What reads text of strangers writes no file, starts no program and no thread (the permission model of Node.js). The typesetter is
 * native code: it can do what the process can, and its own rules keep it from files and network. So its process is not root's.
 */
export const confined: Confinement = {
  permissions: process.allowedNodeEnvironmentFlags.has('--permission')
    ? ['--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings']
    : [],
  ids: lesserUser(),
};

/** A child with an empty environment: nothing that it reads can make it tell a secret. */
function startChild(program: URL, { permissions, ids }: Confinement): ChildProcess {
  const child = fork(program, [], {
    ...ids,
    serialization: 'advanced',
    env: {},
    execArgv: [...process.execArgv, ...permissions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // One that could not be started is not connected: the next document starts another, and hears of it.
  child.on('error', () => {});
  return child;
}

const ended = async (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** One child at a time: a new one where there is none or it has ended between two documents. */
function keepChild(program: URL, confinement: Confinement) {
  let child: ChildProcess | null = null;
  let documents = 0;
  let closed = false;
  const discard = (): ChildProcess | null => {
    const discarded = child;
    child?.kill('SIGKILL');
    child = null;
    documents = 0;
    return discarded;
  };
  return {
    discard,
    /** Starts one ahead of the next document. */
    start: (): void => {
      if (!closed) child ??= startChild(program, confinement);
    },
    /** For one more document. */
    take: (): ChildProcess => {
      if (child?.connected !== true) {
        discard();
        child = startChild(program, confinement);
      }
      documents += 1;
      return child;
    },
    /** The end: no child is started ahead any more. */
    close: async (): Promise<void> => {
      closed = true;
      const leaving = discard();
      if (leaving !== null) await ended(leaving);
    },
    get isClosed() {
      return closed;
    },
    /** Documents that the child was taken for. */
    get documents() {
      return documents;
    },
  };
}

/** A renderer; its child is started with the first document. */
export function createRenderer(
  limits: Partial<RendererLimits> = {},
  program = renderChild,
  confinement = confined,
): Renderer {
  const { maxWaiting, maxDocuments, maxRssBytes, ...perDocument } = { ...defaults, ...limits };
  const child = keepChild(program, confinement);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const answerTo = async (request: RenderRequest): Promise<RenderAnswer> => {
    if (child.isClosed) throw new RendererError('busy', 'The service is stopping');
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
    if (child.documents >= maxDocuments || answer.rssBytes > maxRssBytes) {
      child.discard();
      child.start();
    }
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.pdf;
  };

  return {
    start: child.start,
    render: async (request) => {
      if (waiting >= maxWaiting) throw new RendererError('busy', `${waiting} documents are already waiting`);
      waiting += 1;
      const turn = last.then(async () => renderNow(request)).finally(() => (waiting -= 1));
      last = turn.catch(() => {});
      return turn;
    },
    close: child.close,
  };
}
