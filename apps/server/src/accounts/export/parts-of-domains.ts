import { toAuditId } from '../../audits/audit-id.ts';
import type { Identity } from '../../identity/identity.ts';
import { domainsOf, shareLinksOf } from '../../repositories/accounts/export-of-domains.ts';
import { listControls } from '../../repositories/domains/controls.ts';
import { listInvitations } from '../../repositories/teams/invitations.ts';
import { listMembers, listTeamsOf } from '../../repositories/teams/teams.ts';
import { answersToAccount } from '../../repositories/sharing/share-answers.ts';
import { listDeeds, toDeed } from '../../repositories/teams/team-log.ts';
import { listWaivers } from '../../repositories/sharing/waivers.ts';
import { toAnswer } from '../../shown/answer.ts';

/** Whose data are exported: the team's, and those of the requesting person. */
export interface Held {
  id: string;
  personId: string;
}

/** Domains with their tags. */
export async function* domainPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const { domain, tags, owner, note, removed_at: removed } of await domainsOf(db, id))
    yield JSON.stringify({ domain, tags, owner, note, removedAt: removed?.getTime() ?? null });
}

/** Claims of control, without the ids of badges. */
export async function* controlPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const row of await listControls(db, id)) {
    const { domain, how, proved_at: proved, badge_id: badge, created_at: at } = row;
    const provedAt = proved?.getTime() ?? null;
    yield JSON.stringify({ domain, how, provedAt, hasBadge: badge !== null, createdAt: at.getTime() });
  }
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

/** The members of the team. */
export async function* memberPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const { email, role, joinedAt } of await listMembers(db, id))
    yield JSON.stringify({ email, role, joinedAt: joinedAt.getTime() });
}

/** The invitations of the team; their tokens are not stored. */
export async function* invitationPieces({ db, nowMs }: Identity, { id }: Held): AsyncGenerator<string> {
  for (const row of await listInvitations(db, id, new Date(nowMs()))) {
    const { email, role, created_at: created, expires_at: ends } = row;
    yield JSON.stringify({ email, role, createdAt: created.getTime(), expiresAt: ends.getTime() });
  }
}

/** The teams of the person. */
export async function* teamPieces({ db }: Identity, { personId }: Held): AsyncGenerator<string> {
  for (const team of await listTeamsOf(db, personId)) yield JSON.stringify(team);
}

const linesAtOnce = 1_000;

/** All lines of a log, newest first, in batches. */
export async function* allLines<Line extends { id: string }>(
  list: (page: { limit: number; before: string | null }) => Promise<Line[]>,
): AsyncGenerator<Line> {
  for (let before: string | null = null; ;) {
    const lines: Line[] = await list({ limit: linesAtOnce, before });
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined || lines.length < linesAtOnce) return;
    before = last.id;
  }
}

/** The log of the team. */
export async function* deedPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for await (const row of allLines(async (page) => listDeeds(db, id, page))) yield JSON.stringify(toDeed(row));
}

/** Share links without their tokens. */
export async function* shareLinkPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
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

/** The answers sent through share links, in batches. */
export async function* answerPieces({ db }: Identity, { id }: Held): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const rows = await answersToAccount(db, id, { limit: answersAtOnce, after });
    for (const row of rows) yield JSON.stringify(toAnswer(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < answersAtOnce) return;
    after = last.id;
  }
}
