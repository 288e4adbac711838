import type { DomainName } from '@perimeter/protocols/domain/name';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { auditableDomain, domainMistake } from '../../auditable-domain.ts';

/**
 * The domain that a caller entered; a typing error does not count against the limit of starts. Throws invalid_domain.
 */
export async function typedDomain(request: HttpRequest, reply: HttpReply, text: string): Promise<DomainName> {
  if (domainMistake(text, '/domain') !== null) await request.spareStart(reply);
  return auditableDomain(text, '/domain');
}
