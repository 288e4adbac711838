import type { StartProps } from '@perimeter/dashboard/lib/props';
import type { HttpRequest } from '../../http/http.ts';
import { isPrivateByDefault } from '../../repositories/accounts/accounts.ts';
import { listAudits } from '../../repositories/audits/list.ts';
import { toSummary } from '../../shown/audit-summary.ts';
import { usageOf } from '../usage/usage-of.ts';
import type { PageParts } from './options.ts';

const recentAudits = 5;

/** What the start page shows of its reader's account or network. */
export async function readOwn(
  { db, metering }: PageParts,
  { principal }: HttpRequest,
): Promise<Pick<StartProps, 'recent' | 'isPrivate' | 'usage'>> {
  const [recent, isPrivate, usage] = await Promise.all([
    principal.kind === 'account' ? listAudits(db, principal.accountId, recentAudits, null) : [],
    principal.kind === 'account' && isPrivateByDefault(db, principal.accountId),
    usageOf(db, principal, metering),
  ]);
  return { recent: recent.map(toSummary), isPrivate, usage };
}
