import { keptProblem } from '../protocol-error.ts';
import { trimOws } from './headers/header-list.ts';
import { type ResponseHead, fieldValues } from './message-head.ts';

/** How the end of a response's content is found (RFC 9112 section 6.3). */
export type BodyFraming =
  | { kind: 'none' }
  | { kind: 'length'; length: number }
  | { kind: 'chunked' }
  | { kind: 'close' }
  | { kind: 'faulty'; detail: string };

const listed = (values: readonly string[]): string[] => values.flatMap((value) => value.split(',')).map(trimOws);

/** Decides the framing from the head and the method it answers; problems are what a strict reader would refuse. */
export function bodyFraming(method: string, head: ResponseHead): { framing: BodyFraming; problems: string[] } {
  const problems: string[] = [];
  const { status } = head;
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { framing: { kind: 'none' }, problems };
  const codings = listed(fieldValues(head, 'transfer-encoding')).filter((coding) => coding !== '');
  const lengths = listed(fieldValues(head, 'content-length'));
  if (codings.length > 0) {
    if (lengths.length > 0) problems.push('Both Transfer-Encoding and Content-Length');
    if (head.httpVersion !== '1.1') problems.push(`Transfer-Encoding in an HTTP/${head.httpVersion} response`);
    if (codings.length > 1) problems.push('More than one transfer coding');
    return { framing: { kind: codings.at(-1)?.toLowerCase() === 'chunked' ? 'chunked' : 'close' }, problems };
  }
  const [length] = lengths;
  if (length === undefined) return { framing: { kind: 'close' }, problems };
  if (!lengths.every((other) => /^\d{1,15}$/.test(other) && Number(other) === Number(length))) {
    return { framing: { kind: 'faulty', detail: keptProblem('content-length-invalid') }, problems };
  }
  if (lengths.length > 1) problems.push('Content-Length repeated');
  return { framing: { kind: 'length', length: Number(length) }, problems };
}
