import type { AuditFailure, AuditStatus } from '@perimeter/contract/audit';
import type { DeadlineKind } from '@perimeter/contract/domains';
import type { ScanMode } from '@perimeter/contract/report';
import type { Plan, Scope } from '@perimeter/contract/account/plan';
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

/** One audit and its progress. */
export interface AuditsTable {
  /** The public id without its prefix. */
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
  /** Increases with each change; the ETag is derived from it. */
  version: Generated<number>;
  started_at: Generated<Date>;
  running_at: ColumnType<Date | null, undefined, Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
  /** The account that started it; null for anonymous callers and deleted accounts. */
  account_id: ColumnType<string | null, string | null | undefined, never>;
  /** The network of the anonymous caller that started it. */
  network: ColumnType<string | null, string | null | undefined, null>;
  is_private: Generated<boolean>;
  /** The audit whose measurement this one shares. */
  shares_with: ColumnType<string | null, string | null | undefined, string | null>;
  /** Its place in the queue, fair between owners: the lowest is next. */
  turn: Generated<number>;
  /** Score of its report. */
  score: ColumnType<number | null, undefined, number | null>;
  grade: ColumnType<string | null, undefined, string | null>;
  grade_status: ColumnType<'final' | 'provisional' | null, undefined, 'final' | 'provisional' | null>;
  /** List facts of its report; null unless completed, and until the report of an earlier version was read. */
  policy_version: ColumnType<string | null, undefined, string | null>;
  /** Number of findings: critical, high, medium, low. */
  severities: ColumnType<number[] | null, undefined, number[] | null>;
  concluded_permille: ColumnType<number | null, undefined, number | null>;
  /** Score before caps. */
  uncapped: ColumnType<number | null, undefined, number | null>;
  /** Number of issues, in the same order as severities. */
  issues: ColumnType<number[] | null, undefined, number[] | null>;
  /** The next expiry date among certificates, registration and DNSSEC signatures; null: none is known. */
  deadline_at: ColumnType<Date | null, undefined, Date | null>;
  /** What expires then; '': nothing; null: not read yet. */
  deadline_kind: ColumnType<DeadlineKind | '' | null, undefined, DeadlineKind | '' | null>;
  /** When authority to test the domain was stated; null: it was not. */
  authority_at: ColumnType<Date | null, Date | null | undefined, never>;
  /**
   * Who stated it: principalKey of the caller, or operator; null without authority, and once the network is deleted.
   */
  authority_by: ColumnType<string | null, string | null | undefined, null>;
  /** How the account proved control of the domain, with or instead of a statement. */
  authority_proof: ColumnType<'dns' | 'file' | null, 'dns' | 'file' | null | undefined, never>;
  /** True if neither ports nor paths are swept, because the operator does not allow it for the caller. */
  is_passive: ColumnType<boolean, boolean | undefined, never>;
  /** When retention deleted its report and evidence. */
  purged_at: ColumnType<Date | null, undefined, Date>;
}
export type AuditRow = Selectable<AuditsTable>;

/** The report of a completed audit, in the bytes that are served. */
export interface AuditReportsTable {
  audit_id: string;
  body: Buffer;
  sha256: Buffer;
  /** The comparison extract as gzipped JSON; null: stored by an earlier version and not compared since. */
  compared: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
}

/** The evidence of an audit, kept so that it can be evaluated again. */
export interface AuditEvidenceTable {
  audit_id: string;
  /** The encoding of body: json+gzip. */
  encoding: string;
  body: Buffer;
}

export interface AccountsTable {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  plan: Generated<Plan>;
  is_admin: Generated<boolean>;
  /** True if its audits are private by default. */
  private_by_default: Generated<boolean>;
  created_at: Generated<Date>;
  /** When its address was confirmed; null: not yet, so that it cannot start audits. */
  confirmed_at: ColumnType<Date | null, null | undefined, Date | null>;
  disabled_at: ColumnType<Date | null, undefined, Date | null>;
  /** When it is due for deletion at its holder's request; until then that can be cancelled. */
  leaves_at: ColumnType<Date | null, undefined, Date | null>;
  /** The name of its team; empty: the address is shown. */
  team_name: Generated<string>;
  /** The team that the person last acted for; null: their own. */
  current_team: ColumnType<string | null, string | null | undefined, string | null>;
  /** When its deletion began; it is disabled, and removed once its reports are deleted. */
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
  /** The network in which it began, in the security log's form; '': not recorded. */
  network: Generated<string>;
  /** The team that it acts for; null: that of its account. */
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  /** HMAC-SHA-256 of the key under the server secret. */
  hash: Buffer;
  prefix: string;
  last_four: string;
  name: string;
  scopes: Scope[];
  created_at: Generated<Date>;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_at: ColumnType<Date | null, undefined, Date>;
  /** The key it was rotated to; the old one expires when its grace period ends. */
  replaced_by: ColumnType<string | null, undefined, string>;
  last_used_at: ColumnType<Date | null, undefined, Date>;
}

export interface PasswordResetsTable {
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  account_id: string;
  expires_at: Date;
}

/** A requested e-mail address that is not confirmed yet. */
export interface EmailChangesTable {
  account_id: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  /** In lower case. */
  email: string;
  expires_at: Date;
}

/** One ledger entry: 1 charges, -1 refunds. The sum over an owner and a month is what was used. */
export interface CreditEntriesTable {
  id: Generated<string>;
  /** principalKey of the caller. */
  owner: string;
  /** First day of the calendar month in UTC, as YYYY-MM-DD. */
  period: string;
  audit_id: string;
  amount: 1 | -1;
  reason: string;
  /** session, or key: and the key's id; null for anonymous callers and entries of earlier versions. */
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

/** The tables of the service; the queue has its own schema. */
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

/** The database with the service's tables, or a transaction; the only thing that callers pass to repositories. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;
