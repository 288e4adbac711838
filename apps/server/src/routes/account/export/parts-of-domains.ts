import { toAuditId } from '../../../audits/audit-id.ts';
import type { Identity } from '../../../identity/identity.ts';
import { domainsOf, shareLinksOf } from '../../../repositories/accounts/export-of-domains.ts';
import { listMembers } from '../../../repositories/teams/teams.ts';
import { listDeeds } from '../../../repositories/teams/team-log.ts';
import { listWaivers } from '../../../repositories/sharing/waivers.ts';

/** Whose things are exported: those of a team, and of the person who asks. */
export interface Held {
  id: string;
  personId: string;
}

/** Domains with their tags. */
export async function* domainPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const { domain, tags, owner, note, removed_at: removed } of await domainsOf(db, id))
    yield JSON.stringify({ domain, tags, owner, note, removedAt: removed?.getTime() ?? null });
}

/** Accepted risks. */
export async function* waiverPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
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

/** Who belongs to the team. */
export async function* memberPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const { email, role, joinedAt } of await listMembers(db, id))
    yield JSON.stringify({ email, role, joinedAt: joinedAt.getTime() });
}

/** Who did what in the team. */
export async function* deedPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const row of await listDeeds(db, id, { limit: 10_000, before: null })) {
    const { actor_kind: kind, actor_id: actorId, actor_name: name, action, target, detail } = row;
    yield JSON.stringify({
      id: row.id,
      at: row.at.getTime(),
      actor: { kind, id: actorId, name },
      action,
      target,
      detail,
    });
  }
}

/** Share links without what opens them. */
export async function* shareLinkPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const { audit_id: audit, redacted, created_at: at, expires_at: end } of await shareLinksOf(db, id))
    yield JSON.stringify({ auditId: toAuditId(audit), redacted, createdAt: at.getTime(), expiresAt: end.getTime() });
}
