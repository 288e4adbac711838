import type { Claimed } from '@perimeter/engine/runner/opt-out/proof';
import type { Identity } from '../../identity/identity.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { claimOf, controlToken } from './to-control.ts';

/** What proofs of control are looked for with. */
export interface LookParts {
  db: Db;
  identity: Pick<Identity, 'secrets'>;
  /** Where the token of a claim is published: in DNS or in a file; null: nowhere. */
  findProof: (claimed: Claimed, token: string) => Promise<'dns' | 'file' | null>;
}

/** Where the proof of an account is published; what was made under the secret before counts while that is kept. */
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
