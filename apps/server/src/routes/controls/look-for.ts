import type { Claimed } from '@perimeter/engine/runner/opt-out/proof';
import type { Identity } from '../../identity/identity.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { claimOf, controlToken } from './to-control.ts';

/** What looking for proofs needs. */
export interface LookParts {
  db: Db;
  identity: Pick<Identity, 'secrets'>;
  /** Where the token of a claim is published: in DNS or a file; null: nowhere. */
  findProof: (claimed: Claimed, token: string) => Promise<'dns' | 'file' | null>;
}

/** Where an account's proof is published; tokens made under the previous secret are valid while that is configured. */
export async function lookFor(
  { identity: { secrets }, findProof }: LookParts,
  accountId: string,
  domain: string,
): Promise<'dns' | 'file' | null> {
  for (const secret of secrets) {
    const how = await findProof(claimOf(domain), controlToken(secret, accountId, domain));
    if (how !== null) return how;
  }
  return null;
}
