import { z } from 'zod';
import type { Principal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import { hasDomain } from '../../repositories/domains/domains.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain } from '../auditable-domain.ts';

export const domainParams = z.strictObject({ domain: z.string().min(1).max(1024) });
export const refusals = [
  'invalid_request',
  'invalid_domain',
  'unauthorized',
  'insufficient_scope',
  'rate_limited',
] as const;

/** The account of a logged-in caller. Throws unauthorized. */
export const accountOf = (principal: Principal): string => {
  if (principal.kind === 'anonymous') throw new AppError('unauthorized');
  return principal.accountId;
};

/** A domain that the account has audited. Throws invalid_domain and no_audit_for_domain. */
export async function ownDomain(db: Db, accountId: string, name: string): Promise<string> {
  const { ascii } = auditableDomain(name, '/domain');
  if (await hasDomain(db, accountId, ascii)) return ascii;
  throw new AppError('no_audit_for_domain');
}
