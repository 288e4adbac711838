import type { Frame } from '@perimeter/dashboard/lib/frame';
import { engineVersion } from '@perimeter/engine/version';
import { policy } from '@perimeter/engine/scoring/policy.data';
import { creditLimit, principalKey } from '../../credentials/principal.ts';
import type { HttpRequest } from '../../http/http.ts';
import { findAccount } from '../../repositories/accounts/accounts.ts';
import { creditBalance } from '../../repositories/limits/credits.ts';
import { originFor } from './origin.ts';
import { stateOf } from '../session/sign-in.ts';
import type { PageParts } from './options.ts';

/** What pages show of the service to anybody, whatever the page and whenever. */
export const bareFrame = ({ identity, pages, web }: PageParts): Frame => ({
  base: web.basePath,
  path: '',
  viewer: null,
  credits: null,
  signup: 'closed',
  assets: pages.names,
  engineVersion,
  policyVersion: policy.version,
  imprintUrl: web.imprintUrl,
  privacyUrl: web.privacyUrl,
  origin: identity.linkOrigin(),
  nowMs: 0,
});

/** What every page shows of the service and of its reader. */
export async function frameOf(parts: PageParts, request: HttpRequest): Promise<Frame> {
  const { identity, db, metering } = parts;
  const { principal } = request;
  const row = principal.kind === 'account' ? await findAccount(db, principal.accountId) : undefined;
  const [{ account, signup }, balance] = await Promise.all([
    stateOf(identity, row),
    row === undefined ? null : creditBalance(db, principalKey(principal)),
  ]);
  const limit = creditLimit(principal, metering.anonymousCredits);
  return {
    ...bareFrame(parts),
    path: new URL(request.url, 'http://localhost').pathname,
    viewer: account === null ? null : { email: account.email, isAdmin: account.isAdmin },
    credits:
      balance === null ? null : { remaining: Math.max(0, limit - balance.used), limit, resetsAt: balance.resetsAtMs },
    signup,
    origin: originFor(request, identity.publicOrigin, identity.linkOrigin()),
    nowMs: identity.nowMs(),
  };
}
