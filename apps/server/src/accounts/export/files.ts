import { csvLine } from '@perimeter/report/forms/csv';
import { safeText } from '@perimeter/report/safe-text';
import { toAuditId } from '../../audits/audit-id.ts';
import type { Identity } from '../../identity/identity.ts';
import { auditsOf } from '../../repositories/accounts/export.ts';
import { listDeeds } from '../../repositories/teams/team-log.ts';
import { auditPiece } from './audits.ts';
import { allLines } from './parts-of-domains.ts';
import { exportedLists, type Held } from './parts.ts';
import type { ZipEntry } from './zip.ts';

type Pieces = AsyncGenerator<string | Buffer>;

/** What the files hold that are not lists of the same name, in the words of the README. */
const otherFiles = {
  'account.json': 'the account that you log in with',
  'log.csv': 'teamLog.json for spreadsheets',
  'audits/':
    'a file for each audit: what it was, and "report" as the service answers it; null where it is no longer kept',
};

const aboutLists: Readonly<Record<string, string>> = {
  keys: 'API keys without their secrets',
  passkeys: 'passkeys without their secrets',
  sessions: 'browsers that are logged in',
  activity: 'log-ins, attempts, and changes to the account',
  credits: 'the ledger of credits',
  domains: 'domains with tags, owners and notes',
  controls: 'domains that the team claims to control',
  waivers: 'accepted risks',
  shareLinks: 'share links without what opens them',
  members: 'who belongs to the team',
  invitations: 'who is invited',
  teams: 'teams that you belong to',
  teamLog: 'who did what in the team',
  answers: 'what was answered through share links',
  batches: 'batches with their domains',
};

/** The lists that are one file each: audits have a folder. */
const lists = Object.entries(exportedLists).filter(([name]) => name !== 'audits');

function readme(exportedAt: string): string {
  const rows = [
    ...Object.entries(otherFiles),
    ...lists.map(([name]) => [`${name}.json`, aboutLists[name] ?? ''] as const),
  ];
  return [
    `All that the account and its team held on ${exportedAt}. Nothing in it opens the account.`,
    '',
    ...rows.map(([name, about]) => `${name.padEnd(18)}${about}`),
    '',
    'JSON files are UTF-8 (RFC 8259), times in them are milliseconds since 1970-01-01 00:00 UTC. The same in one',
    'JSON file: GET /api/account/export?format=json; its schema is in /openapi.json.',
    '',
  ].join('\n');
}

async function* arrayOf(pieces: Pieces): Pieces {
  let before = '[\n';
  for await (const piece of pieces) {
    yield before;
    yield piece;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const columns = ['time', 'actor_kind', 'actor', 'action', 'target', 'detail', 'target_name'];

/** The log of the team as CSV (RFC 4180) with a byte order mark, by which spreadsheets know UTF-8. */
async function* logLines({ db }: Identity, { id }: Held): Pieces {
  yield `\ufeff${csvLine(columns)}\r\n`;
  for await (const row of allLines(async (page) => listDeeds(db, id, page))) {
    const texts = [row.actor_kind, row.actor_name || row.actor_id, row.action, row.target, row.detail, row.target_name];
    yield `${csvLine([row.at.toISOString(), ...texts.map((text) => safeText(text))])}\r\n`;
  }
}

/** The file in one piece, once it is asked for. */
async function* only(make: () => string | Buffer | Promise<string | Buffer>): Pieces {
  yield await make();
}

/** The files of an archive, each with what reads it. */
export async function* exportedFiles(
  identity: Identity,
  held: Held,
  accountPiece: () => Promise<string>,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', pieces: only(() => readme(new Date(identity.nowMs()).toISOString())) };
  yield { name: 'account.json', pieces: only(accountPiece) };
  for (const [name, list] of lists) yield { name: `${name}.json`, pieces: arrayOf(list(identity, held)) };
  yield { name: 'log.csv', pieces: logLines(identity, held) };
  for await (const audit of auditsOf(identity.db, held.id))
    yield { name: `audits/${toAuditId(audit.id)}.json`, pieces: only(async () => auditPiece(identity, audit)) };
}
