import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Ids, nobody } from '../settings/nobody.ts';
import { ChildEndedError, exchange, RendererError } from './exchange.ts';
import type { RenderAnswer, RenderRequest } from './messages.ts';

/** Typesets documents in a child process, one after the other. */
export interface Renderer {
  /** Rejects with RendererError, and with another Error if the template cannot render the report. */
  render: (request: RenderRequest) => Promise<Uint8Array>;
  /** Starts the child before the first document, so that it loads its program and fonts. */
  start: () => void;
  close: () => Promise<void>;
}

export interface RendererLimits {
  /** Documents that may wait, including the current one. */
  maxWaiting: number;
  /** Time limit of a document, after which the child is killed. */
  timeoutMs: number;
  /** Memory limit during a document, at which the child is killed. */
  maxWorkingRssBytes: number;
  /** Number of documents, and memory in bytes, after which the child is replaced. */
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

/** The child's program. */
export const renderChild = new URL('./child.ts', import.meta.url);

/** What the child is allowed to do. */
export interface Confinement {
  /** Permission flags of Node.js. */
  permissions: readonly string[];
  /** The child's user, if it is not ours; null for ours. */
  ids: Ids | null;
}

/**
 * The user nobody, if this process is root and nobody can read Node.js and the program: a checkout in root's home is
 * not readable for others.
 */
function lesserUser(): Ids | null {
  if (process.getuid?.() !== 0) return null;
  const ids = nobody();
  const reach = ['-c', 'test -x "$1" && test -r "$2"', 'sh', process.execPath, fileURLToPath(renderChild)];
  return spawnSync('/bin/sh', reach, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0 ? ids : null;
}

/**
 * A process that reads untrusted text may not write files, start programs or threads (Node.js permission model). The
 * typesetter is native code, which that model does not restrict; its own rules deny files and network. Therefore the
 * process does not run as root.
 */
export const confined: Confinement = {
  permissions: process.allowedNodeEnvironmentFlags.has('--permission')
    ? ['--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings']
    : [],
  ids: lesserUser(),
};

/** A child with an empty environment, so that it has no secrets to leak. */
function startChild(program: URL, { permissions, ids }: Confinement): ChildProcess {
  const child = fork(program, [], {
    ...ids,
    serialization: 'advanced',
    env: {},
    execArgv: [...process.execArgv, ...permissions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A child that could not be started is disconnected: the next document starts another and reports the error.
  child.on('error', () => {});
  return child;
}

const ended = async (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Keeps one child: starts one if there is none or it has ended between documents. */
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
    /** Starts a child before the next document. */
    start: (): void => {
      if (!closed) child ??= startChild(program, confinement);
    },
    /** The child for one more document. */
    take: (): ChildProcess => {
      if (child?.connected !== true) {
        discard();
        child = startChild(program, confinement);
      }
      documents += 1;
      return child;
    },
    /** Stops; no child is started afterwards. */
    close: async (): Promise<void> => {
      closed = true;
      const leaving = discard();
      if (leaving !== null) await ended(leaving);
    },
    get isClosed() {
      return closed;
    },
    /** How many documents the child was used for. */
    get documents() {
      return documents;
    },
  };
}

/** Makes a renderer; its child starts with the first document. */
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
  /** The child may have been killed for unrelated reasons: try a second time, but no more. */
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
