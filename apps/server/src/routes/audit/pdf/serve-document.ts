import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SealRow } from '../../../repositories/schema/seals.ts';
import { AppError } from '../../../http/errors.ts';
import { isUnmodifiedSince, matchesTag } from '../../conditional.ts';
import { sendRanged } from '../../ranged.ts';

/**
 * Serves a document's registered bytes, whole or as ranges; without content coding, so that the digests match the file.
 */
export function serve(request: FastifyRequest, reply: FastifyReply, domain: string, seal: SealRow): FastifyReply {
  if (seal.body === null) throw new AppError('report_expired', { auditStatus: 'completed' });
  const etag = `"sha256-${seal.file_sha256.toString('hex')}"`;
  const name = `perimeter-${domain}-${seal.sealed_at.toISOString().slice(0, 10)}.pdf`;
  reply.headers({
    etag,
    'repr-digest': `sha-256=:${seal.file_sha256.toString('base64')}:`,
    'last-modified': seal.sealed_at.toUTCString(),
    'cache-control': 'private, no-cache, no-transform',
    link: `</api/audit/aud_${seal.audit_id}/report>; rel="alternate"; type="application/json", </.well-known/perimeter-signing/root.pem>; rel="describedby"`,
  });
  if (matchesTag(request.headers['if-none-match'], etag) || isUnmodifiedSince(request.headers, seal.sealed_at))
    return reply.code(304).send();
  return sendRanged(request, reply.type('application/pdf'), { body: seal.body, etag, fileName: name });
}
