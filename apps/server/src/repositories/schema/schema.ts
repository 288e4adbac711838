import type { AuditFailure, AuditStatus } from '@perimeter/contract/audit';
import type { DeadlineKind } from '@perimeter/contract/domains';
import type { ScanMode } from '@perimeter/contract/report';
import type { Plan, Scope } from '@perimeter/contract/plan';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { BatchesTable, BatchItemsTable } from './batches.ts';
import type { AuditMemoriesTable, MailSessionsTable } from './memories.ts';
import type { PasskeyChallengesTable, PasskeysTable } from './passkeys.ts';
import type { AuditPhasesTable } from './phases.ts';
import type { RecoveryCodesTable, SecondFactorsTable } from './second-factors.ts';
import type { AccountDomainsTable, DomainControlsTable } from './domains.ts';
import type { ShareAnswersTable, ShareLinksTable, WaiversTable } from './shared.ts';
import type { SealsTable, SigningKeysTable } from './seals.ts';
import type { SecurityEventsTable } from './security-events.ts';
import type { StatementsTable } from './statements.ts';
import type { TeamInvitationsTable, TeamLogTable, TeamMembersTable } from './teams.ts';
import type { BudgetLeasesTable, TargetAuditsTable } from './limits.ts';

/** One audit and how far it has come. */
export interface AuditsTable {
  /** The id on the wire without its prefix. */
  id: string;
  domain: string;
  registrable_domain: string;
  scan_mode: ScanMode;
  status: Generated<AuditStatus>;
  current_phase: string;
  phases_completed: Generated<number>;
  phases_total: number;
  checks_executed: Generated<number>;
  findings_count: Generated<number>;
  percent: Generated<number>;
  failure: ColumnType<AuditFailure | null, string | undefined, string | null>;
  /** Grows with each change: what an entity tag is made of. */
  version: Generated<number>;
  started_at: Generated<Date>;
  running_at: ColumnType<Date | null, undefined, Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
  /** The account that started it; null for anonymous callers and deleted accounts. */
  account_id: ColumnType<string | null, string | null | undefined, never>;
  /** The network of the anonymous caller that started it. */
  network: ColumnType<string | null, string | null | undefined, null>;
  is_private: Generated<boolean>;
  /** The audit whose measurement this one takes instead of making its own. */
  shares_with: ColumnType<string | null, string | null | undefined, string | null>;
  /** Its place in the order of the queue, fair between owners: the smallest is next. */
  turn: Generated<number>;
  /** Score and grade of its report. */
  score: ColumnType<number | null, undefined, number | null>;
  grade: ColumnType<string | null, undefined, string | null>;
  grade_status: ColumnType<'final' | 'provisional' | null, undefined, 'final' | 'provisional' | null>;
  /** What lists show of its report; null unless completed, and until the report of an earlier version was read. */
  policy_version: ColumnType<string | null, undefined, string | null>;
  /** Findings: critical, high, medium, low. */
  severities: ColumnType<number[] | null, undefined, number[] | null>;
  concluded_permille: ColumnType<number | null, undefined, number | null>;
  /** Its score without caps. */
  uncapped: ColumnType<number | null, undefined, number | null>;
  /** Issues, as severities. */
  issues: ColumnType<number[] | null, undefined, number[] | null>;
  /** When the first of its certificates, registration and signatures ends; null: none is known. */
  deadline_at: ColumnType<Date | null, undefined, Date | null>;
  /** Which of them; '': none; null: not read yet. */
  deadline_kind: ColumnType<DeadlineKind | '' | null, undefined, DeadlineKind | '' | null>;
  /** When authority to test the domain was stated; null: it was not. */
  authority_at: ColumnType<Date | null, Date | null | undefined, never>;
  /** Who stated it: principalKey of the caller, or operator; null without authority, and once the network is forgotten. */
  authority_by: ColumnType<string | null, string | null | undefined, null>;
  /** How the account had proved to control the domain, where that stood for authority or beside it. */
  authority_proof: ColumnType<'dns' | 'file' | null, 'dns' | 'file' | null | undefined, never>;
  /** Neither ports nor paths are swept: the operator does not allow it for the caller. */
  is_passive: ColumnType<boolean, boolean | undefined, never>;
  /** When its report and evidence were removed by retention. */
  purged_at: ColumnType<Date | null, undefined, Date>;
}
export type AuditRow = Selectable<AuditsTable>;

/** The report of a completed audit, in the very bytes that are served. */
export interface AuditReportsTable {
  audit_id: string;
  body: Buffer;
  sha256: Buffer;
  /** What comparisons read of it, as JSON in gzip; null: an earlier version stored the report, and nobody has compared it since. */
  compared: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
}

/** What an audit saw, kept so that it can be judged again. */
export interface AuditEvidenceTable {
  audit_id: string;
  /** How body is to be read: json+gzip. */
  encoding: string;
  body: Buffer;
}

export interface AccountsTable {
  id: string;
  /** Lower case. */
  email: string;
  password_hash: string;
  plan: Generated<Plan>;
  is_admin: Generated<boolean>;
  /** Whether its audits are private unless they say otherwise. */
  private_by_default: Generated<boolean>;
  created_at: Generated<Date>;
  /** When its address was confirmed; null: not yet, and it starts no audits. */
  confirmed_at: ColumnType<Date | null, null | undefined, Date | null>;
  disabled_at: ColumnType<Date | null, undefined, Date | null>;
  /** When it is deleted, because its holder asked for it; until then it can be kept. */
  leaves_at: ColumnType<Date | null, undefined, Date | null>;
  /** What its team is called; empty: by its address. */
  team_name: Generated<string>;
  /** The team that its holder acted for last; null: its own. */
  current_team: ColumnType<string | null, string | null | undefined, string | null>;
  /** When its deletion began; it is disabled, and gone once its reports are. */
  erased_at: ColumnType<Date | null, undefined, Date>;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  token_hash: Buffer;
  account_id: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
  user_agent: Generated<string>;
  /** Where it began, as the security log keeps it; '': not kept. */
  network: Generated<string>;
  /** The team that it acts for; null: the one of its account. */
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** HMAC-SHA-256 of the key under the server's secret. */
  hash: Buffer;
  prefix: string;
  last_four: string;
  name: string;
  scopes: Scope[];
  created_at: Generated<Date>;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_at: ColumnType<Date | null, undefined, Date>;
  /** The key it was rotated to; it expires when its grace ends. */
  replaced_by: ColumnType<string | null, undefined, string>;
  last_used_at: ColumnType<Date | null, undefined, Date>;
}

export interface PasswordResetsTable {
  /** SHA-256 of what the link carries. */
  token_hash: Buffer;
  account_id: string;
  expires_at: Date;
}

/** An address that an account is to have once it is confirmed. */
export interface EmailChangesTable {
  account_id: string;
  /** SHA-256 of what the link carries. */
  token_hash: Buffer;
  /** Lower case. */
  email: string;
  expires_at: Date;
}

/** One movement of credits: 1 charges, -1 gives back. The sum over an owner and a month is what was used. */
export interface CreditEntriesTable {
  id: Generated<string>;
  /** principalKey of the caller. */
  owner: string;
  /** First day of the calendar month in UTC, as YYYY-MM-DD. */
  period: string;
  audit_id: string;
  amount: 1 | -1;
  reason: string;
  /** session, or key: and the id of the key; null for anonymous callers and entries from before this was kept. */
  charged_by: ColumnType<string | null, string | null | undefined, never>;
  created_at: Generated<Date>;
}

export interface IdempotencyKeysTable {
  owner: string;
  key: string;
  body_hash: Buffer;
  audit_id: string | null;
  response: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

export interface OptOutsTable {
  domain: string;
  reason: string;
  created_at: Generated<Date>;
}

/** The tables of the service; the queue keeps its own in a schema beside them. */
export interface Schema {
  audits: AuditsTable;
  audit_reports: AuditReportsTable;
  audit_evidence: AuditEvidenceTable;
  audit_phases: AuditPhasesTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  password_resets: PasswordResetsTable;
  email_changes: EmailChangesTable;
  batches: BatchesTable;
  batch_items: BatchItemsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  security_events: SecurityEventsTable;
  credit_entries: CreditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  opt_outs: OptOutsTable;
  signing_keys: SigningKeysTable;
  seals: SealsTable;
  audit_memories: AuditMemoriesTable;
  mail_sessions: MailSessionsTable;
  account_domains: AccountDomainsTable;
  domain_controls: DomainControlsTable;
  authority_statements: StatementsTable;
  budget_leases: BudgetLeasesTable;
  target_audits: TargetAuditsTable;
  waivers: WaiversTable;
  share_links: ShareLinksTable;
  team_members: TeamMembersTable;
  team_invitations: TeamInvitationsTable;
  team_log: TeamLogTable;
  share_answers: ShareAnswersTable;
}

/** The database with our tables, and a transaction in it: all that is handed to anyone who asks repositories. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;
