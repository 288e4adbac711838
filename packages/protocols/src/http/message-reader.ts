import { keptProblem, ProtocolError } from '../protocol-error.ts';
import { type BodyReader, createBodyReader } from './message-body.ts';
import { type BodyFraming, bodyFraming } from './message-framing.ts';
import { type ResponseHead, parseResponseHead } from './message-head.ts';
import { createHeadBuffer } from './message-head-buffer.ts';

type FailureReason = 'malformed' | 'too-large' | 'closed' | 'http2-only';

/** The result of a reader for the bytes so far; nothing follows "end" or "failed". */
export type ResponseEvent =
  | { kind: 'interim'; head: ResponseHead }
  | { kind: 'head'; head: ResponseHead }
  | { kind: 'content'; bytes: Uint8Array }
  | { kind: 'end'; problems: readonly string[] }
  | { kind: 'failed'; reason: FailureReason; detail: string };

/** Reads the response to one request, however its bytes are cut. Never throws on malformed bytes; each push returns only its own events. */
export interface ResponseReader {
  push: (bytes: Uint8Array) => ResponseEvent[];
  /** The peer ended its side. */
  end: () => ResponseEvent[];
  /** Whether the message ended where its framing says, with nothing behind it: only then can another follow on the connection. */
  readonly endedExactly: boolean;
}

export interface ReaderLimits {
  /** Each head, from its status line to its empty line. */
  maxHeadBytes: number;
  /** 1xx responses before the final one. */
  maxInterim: number;
}

const failed = (reason: FailureReason, ...problem: Parameters<typeof keptProblem>): ResponseEvent => ({
  kind: 'failed',
  reason,
  detail: keptProblem(...problem),
});

/** RFC 9113 sections 3.4 and 6.5: HTTP/2 begins with a SETTINGS frame of stream 0, which has whole settings and no flags. */
const isHttp2 = ([high, middle, low = 1, type, flags, ...stream]: Uint8Array): boolean =>
  high === 0 && middle === 0 && low % 6 === 0 && type === 4 && flags === 0 && stream.slice(0, 4).join() === '0,0,0,0';

const wrongStart = (bytes: Uint8Array): ResponseEvent =>
  isHttp2(bytes) ? failed('http2-only', 'http2-answer') : failed('malformed', 'http-no-status-line');

/** Reads heads one after the other: interim ones, then the final one. */
function createHeadReader(limits: ReaderLimits) {
  const buffer = createHeadBuffer(limits.maxHeadBytes);
  let interim = 0;
  const headWhole = (): ResponseEvent => {
    const head = parseResponseHead(buffer.bytes());
    buffer.reset();
    // RFC 9110 section 15.2: interim responses may come first; after 101 the connection no longer speaks HTTP/1.1.
    if (head.status >= 200 || head.status === 101) return { kind: 'head', head };
    interim += 1;
    if (interim > limits.maxInterim) return failed('too-large', 'http-interim-too-many', limits.maxInterim);
    return { kind: 'interim', head };
  };
  return {
    push: (bytes: Uint8Array): { used: number; event: ResponseEvent | null } => {
      const { state, used } = buffer.push(bytes);
      if (state === 'whole') return { used, event: headWhole() };
      if (state === 'wrong-start') return { used, event: wrongStart(buffer.bytes()) };
      if (state === 'too-large')
        return { used, event: failed('too-large', 'http-head-too-large', limits.maxHeadBytes) };
      return { used, event: null };
    },
    whereClosed: () => (buffer.bytes().length === 0 ? 'http-closed-before-answer' : 'http-closed-in-head'),
  };
}

/** An error of a codec ends the message. */
function orFail(read: () => void, finish: (event: ResponseEvent) => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    finish({ kind: 'failed', reason: 'malformed', detail: error.kept });
  }
}

/** A reader for the response to one request of the given method. */
export function createResponseReader(method: string, limits: ReaderLimits): ResponseReader {
  const heads = createHeadReader(limits);
  let events: ResponseEvent[] = [];
  let state: 'head' | 'body' | 'done' = 'head';
  let framing: BodyFraming = { kind: 'none' };
  let endedExactly = false;
  let body: BodyReader = createBodyReader(framing);

  const finish = (event: ResponseEvent): void => {
    events.push(event);
    state = 'done';
  };
  const finishIfDone = (): void => {
    if (body.done) finish({ kind: 'end', problems: body.problems });
  };
  const startBody = (head: ResponseHead): void => {
    const decided = bodyFraming(method, head);
    framing = decided.framing;
    body = createBodyReader(framing);
    state = 'body';
    events.push({ kind: 'head', head: { ...head, problems: [...head.problems, ...decided.problems] } });
    if (framing.kind === 'faulty') finish({ kind: 'failed', reason: 'malformed', detail: framing.detail });
    else finishIfDone();
  };
  const readHead = (bytes: Uint8Array): number => {
    const { used, event } = heads.push(bytes);
    if (event?.kind === 'head') startBody(event.head);
    else if (event?.kind === 'interim') events.push(event);
    else if (event !== null) finish(event);
    return used;
  };
  const readBody = (bytes: Uint8Array): number => {
    const used = body.push(bytes, (part) => events.push({ kind: 'content', bytes: part }));
    finishIfDone();
    return used;
  };
  const readAll = (bytes: Uint8Array): void => {
    for (let rest = bytes; rest.length > 0;) {
      if (state === 'done') return;
      rest = rest.subarray(state === 'head' ? readHead(rest) : readBody(rest));
      endedExactly = rest.length === 0 && events.at(-1)?.kind === 'end';
    }
  };

  return {
    push: (bytes) => {
      events = [];
      orFail(() => readAll(bytes), finish);
      return events;
    },
    end: () => {
      if (state === 'done') return [];
      if (state === 'body' && framing.kind === 'close') return [{ kind: 'end', problems: [] }];
      return [failed('closed', state === 'body' ? 'http-closed-in-content' : heads.whereClosed())];
    },
    get endedExactly() {
      return endedExactly;
    },
  };
}
