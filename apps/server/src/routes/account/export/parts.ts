import { toAuditId } from '../../../audits/audit-id.ts';
import type { Identity } from '../../../identity/identity.ts';
import { listKeys } from '../../../repositories/accounts/api-keys.ts';
import { auditsOf, creditsOf } from '../../../repositories/accounts/export.ts';
import { listEvents } from '../../../repositories/accounts/security-events.ts';
import { listPasskeys } from '../../../repositories/accounts/passkeys.ts';
import { listBatches, listItems } from '../../../repositories/batches/batches.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { listSessions } from '../../../repositories/accounts/sessions.ts';
import { toSummary } from '../../audit/list/summary.ts';
import { toBatch, toItem } from '../../batches/batch.ts';
import {
  allLines,
  answerPieces,
  controlPieces,
  deedPieces,
  domainPieces,
  type Held,
  invitationPieces,
  memberPieces,
  shareLinkPieces,
  teamPieces,
  waiverPieces,
} from './parts-of-domains.ts';
import { toEvent } from '../../activity/routes.ts';
import { toKey } from '../../keys/key.ts';
import { toPasskey } from '../../session/to-passkey.ts';

export type { Held };

type Pieces = AsyncGenerator<string | Buffer>;

async function* keysOf({ db, nowMs }: Identity, { id }: Held): Pieces {
  for (const row of await listKeys(db, id)) yield JSON.stringify(toKey(row, nowMs()));
}

async function* passkeysOf({ db }: Identity, { personId }: Held): Pieces {
  for (const row of await listPasskeys(db, personId)) yield JSON.stringify(toPasskey(row));
}

async function* activityPieces({ db }: Identity, { personId }: Held): Pieces {
  const lines = allLines(async (page) => listEvents(db, personId, page));
  for await (const row of lines) yield JSON.stringify(toEvent(row));
}

async function* sessionsOf({ db, nowMs }: Identity, { personId }: Held): Pieces {
  for (const row of await listSessions(db, personId, new Date(nowMs()))) {
    const { user_agent: userAgent, network, created_at: created, last_used_at: used } = row;
    yield JSON.stringify({ userAgent, network, createdAt: created.getTime(), lastUsedAt: used.getTime() });
  }
}

async function* creditPieces({ db }: Identity, { id }: Held): Pieces {
  for await (const row of creditsOf(db, `account:${id}`)) {
    const { audit_id: auditId, amount, reason, created_at: at } = row;
    yield JSON.stringify({ at: at.getTime(), auditId: toAuditId(auditId), amount, reason });
  }
}

async function* batchesOf({ db }: Identity, { id }: Held): Pieces {
  for (const row of await listBatches(db, id, null))
    yield JSON.stringify({ ...toBatch(row), items: (await listItems(db, row.id)).map(toItem) });
}

/** Audits with their reports in the bytes that are served, one at a time in memory. */
async function* auditPieces({ db }: Identity, { id }: Held): Pieces {
  for await (const audit of auditsOf(db, id)) {
    const stored = await findReport(db, audit.id);
    const statedAt = audit.authority_at?.getTime() ?? null;
    const facts = JSON.stringify({ ...toSummary(audit), authorityStatedAt: statedAt });
    const opening = Buffer.from(`${facts.slice(0, -1)},"report":`);
    yield Buffer.concat([opening, stored?.body ?? Buffer.from('null'), Buffer.from('}')]);
  }
}

/** What an account owns besides its row, by the name of each list in the file: adding a list here exports it. */
export const exportedLists: Readonly<Record<string, (identity: Identity, held: Held) => Pieces>> = {
  keys: keysOf,
  passkeys: passkeysOf,
  sessions: sessionsOf,
  activity: activityPieces,
  credits: creditPieces,
  domains: domainPieces,
  controls: controlPieces,
  waivers: waiverPieces,
  shareLinks: shareLinkPieces,
  members: memberPieces,
  invitations: invitationPieces,
  teams: teamPieces,
  teamLog: deedPieces,
  answers: answerPieces,
  batches: batchesOf,
  audits: auditPieces,
};
