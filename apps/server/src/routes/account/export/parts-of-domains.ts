import { toAuditId } from '../../../audits/audit-id.ts';
import type { Identity } from '../../../identity/identity.ts';
import type { AccountRow } from '../../../repositories/accounts/accounts.ts';
import { domainsOf, shareLinksOf } from '../../../repositories/accounts/export-of-domains.ts';
import { answersToAccount } from '../../../repositories/sharing/share-answers.ts';
import { listWaivers } from '../../../repositories/sharing/waivers.ts';
import { toAnswer } from '../../answers/to-answer.ts';

/** Domains with their tags. */
export async function* domainPieces({ db }: Identity, { id }: AccountRow): AsyncGenerator<string> {
  for (const { domain, tags, owner, note, removed_at: removed } of await domainsOf(db, id))
    yield JSON.stringify({ domain, tags, owner, note, removedAt: removed?.getTime() ?? null });
}

/** Accepted risks. */
export async function* waiverPieces({ db }: Identity, { id }: AccountRow): AsyncGenerator<string> {
  for (const row of await listWaivers(db, id, null)) {
    const { domain, fingerprint, check_id: checkId, host, severity, reason, owner, expires, created_at: at } = row;
    yield JSON.stringify({
      domain,
      fingerprint,
      checkId,
      host,
      severity,
      reason,
      owner,
      expires,
      createdAt: at.getTime(),
    });
  }
}

/** Share links without what opens them. */
export async function* shareLinkPieces({ db }: Identity, { id }: AccountRow): AsyncGenerator<string> {
  for (const {
    audit_id: audit,
    redacted,
    takes_answers: answers,
    created_at: at,
    expires_at: end,
  } of await shareLinksOf(db, id))
    yield JSON.stringify({
      auditId: toAuditId(audit),
      redacted,
      answers,
      createdAt: at.getTime(),
      expiresAt: end.getTime(),
    });
}

const answersAtOnce = 500;

/** What was answered through share links, some at a time. */
export async function* answerPieces({ db }: Identity, { id }: AccountRow): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const rows = await answersToAccount(db, id, { limit: answersAtOnce, after });
    for (const row of rows) yield JSON.stringify(toAnswer(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < answersAtOnce) return;
    after = last.id;
  }
}
