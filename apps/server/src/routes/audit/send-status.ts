import type { HttpReply } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { matchesTag } from '../conditional.ts';
import { toState } from './state.ts';

/** The ETag of an audit: weak, because elapsedMs changes without a new version. */
export const tagOf = ({ version }: AuditWithElapsed): string => `W/"${version}"`;

const asItIs = (body: string): string => body;

/** Sends the audit, or 304 if the caller has this version. */
export function send(
  reply: HttpReply,
  audit: AuditWithElapsed,
  { known, seconds }: { known: string | undefined; seconds: number | null },
): void {
  const tag = tagOf(audit);
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'prefer');
  if (seconds !== null) reply.header('preference-applied', `wait=${seconds}`);
  if (matchesTag(known, tag)) {
    reply.code(304).send();
    return;
  }
  // TypeScript already checks the shape; validating each poll's answer would cost more than making it.
  reply
    .header('content-type', 'application/json')
    .serializer(asItIs)
    .send(JSON.stringify(toState(audit)));
}
