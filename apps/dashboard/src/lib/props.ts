// What the server hands to pages: types alone, so that the server needs no JSX to know them.
import type { AnswersProps, LinkAnswers } from './answer-props.ts';
import type { CompareProps } from './compare-props.ts';
import type { DomainProps, DomainsProps } from './domain-props.ts';
import type { ShareAnswer } from '@perimeter/contract/answers/answer';
import type { AuditState, AuditSummary } from '@perimeter/contract/audit';
import type { CategoryKey } from '@perimeter/contract/category';
import type { Catalogue, CatalogueCheck } from '@perimeter/contract/checks';
import type { Finding, Severity } from '@perimeter/contract/finding';
import type { AuditPhase } from '@perimeter/contract/phases';
import type { Report, ScanMode } from '@perimeter/contract/report';
import type { Ledger } from '@perimeter/contract/account/ledger';
import type { Usage } from '@perimeter/contract/account/usage';
import type { Verification } from '@perimeter/contract/verification';
import type { AcceptedProps, Acceptance } from './accepted-props.ts';
import type { OptOutProps } from './opt-out-props.ts';
import type { JoinProps, TeamLogProps, TeamProps } from './team-props.ts';
import type { ApiDocument } from './api-document.ts';

/** A module and how many checks it has. */
export interface ModuleCount {
  id: string;
  title: string;
  category: CategoryKey;
  checks: number;
}

/** What the reader asked the list of findings for. */
export interface FindingFilter {
  severities: readonly Severity[];
  category: string;
  text: string;
}

/** Why a check matters, how to fix it, and when the risk can be accepted: Markdown. */
export interface CheckTexts {
  why: string;
  fix: string;
  acceptable: string;
}

/** Why a start was refused. */
export interface RefusedStart {
  message: string;
  code: string;
  /** Where the target is busy: the latest result that the visitor may read, and when to try again; else null and 0. */
  latestAudit: { id: string; endedAt: number } | null;
  retryAfterMinutes: number;
}

/** What the start page shows. */
export interface StartProps {
  /** What the sample report says. */
  sample: { domain: string; score: number; grade: string; issues: number };
  domain: string;
  scanMode: 'standard' | 'deep';
  isPrivate: boolean;
  /** The visitor states that they may test the domain. */
  hasAuthority: boolean;
  refused: RefusedStart | null;
  /** True right after the first account was made. */
  isWelcome: boolean;
  /** Null while it cannot be read. */
  usage: Usage | null;
  recent: readonly AuditSummary[];
  modules: readonly ModuleCount[];
}

/** What the page of an audit shows that has no report: queued, running or failed. */
export interface AuditProps {
  state: AuditState;
  scanMode: ScanMode;
  startedAt: number;
  phases: readonly AuditPhase[];
  findings: readonly Finding[];
  /** Where the next findings begin. */
  next: number;
  /** What an owner allows to let audits through. */
  userAgent: string;
}

/** The link that shows a report to whoever has it. */
export interface SharedBy {
  /** The path of the link, in place of that of the audit: s/TOKEN. */
  path: string;
  /** Evidence and hosts are left out. */
  isRedacted: boolean;
  expiresAt: number;
  /** Null: it takes none. */
  answers: LinkAnswers | null;
}

/** What the page of a report shows. */
export interface ReportProps {
  report: Report;
  /** SHA-256 of the report's canonical JSON. */
  digest: string;
  isPrivate: boolean;
  filter: FindingFilter;
  /** Null for readers without an account. */
  accepted: Acceptance | null;
  /** The reader's account has started the audit: it can share it. */
  isOwn: boolean;
  /** Null for other readers, and where there is no earlier audit of the same kind. */
  since: SinceEarlier | null;
  /** What was answered through the links of the audit; null for all but its account. */
  answers: readonly ShareAnswer[] | null;
  shared: SharedBy | null;
}

/** Places that changed since the audit of the same domain before this one. */
export interface SinceEarlier {
  auditId: string;
  /** Epoch milliseconds. */
  completedAt: number;
  new: number;
  worse: number;
  better: number;
  gone: number;
}

/** What the page of one check of a report shows. */
export interface CheckOfReportProps {
  report: Report;
  /** SHA-256 of the report's canonical JSON. */
  digest: string;
  checkId: string;
  /** What the catalogue says of it today; null where this version has no such check. */
  entry: CatalogueCheck | null;
  texts: CheckTexts | null;
  /** From 1. */
  page: number;
  shared: SharedBy | null;
}

/** What the page of one section of a report shows. */
export interface SectionOfReportProps {
  report: Report;
  /** SHA-256 of the report's canonical JSON. */
  digest: string;
  sectionId: string;
  shared: SharedBy | null;
}

/** What the page of an audit's PDF shows, which it hands out when it is there. */
export interface PdfProps {
  id: string;
  domain: string;
  paper: 'a4' | 'us-letter';
  detail: 'brief' | 'full';
  /** Queued: too many others are waiting. Unavailable: the service has no typesetter. */
  state: 'making' | 'queued' | 'ready' | 'failed' | 'unavailable';
  /** When to ask again; 0 where there is nothing to wait for. */
  afterSeconds: number;
  /** Why it failed; null where no more is known. */
  reason: string | null;
}

/** What the catalogue shows. */
export interface ChecksProps {
  catalogue: Catalogue;
  /** Words that the reader searches for. */
  text: string;
}

/** What the page of one check shows. */
export interface CheckProps {
  check: CatalogueCheck;
  module: string;
  texts: CheckTexts | null;
}

/** What the documentation of the API shows. */
export interface DocsProps {
  document: ApiDocument;
  /** SHA-256 of the document. */
  digest: string;
  /** Words that the reader searches for. */
  text: string;
}

/** The texts of an error page. */
export interface ProblemProps {
  status: number;
  title: string;
  /** What it means for the reader, and what to do next. */
  text: string;
  code: string;
  /** Empty: the page is the same for everybody. */
  requestId: string;
  /** A domain that can be audited instead. */
  domain: string | null;
  /** Where trying again leads (null: to the address of this page) and how long to wait first, 0 for no time; null where it cannot help. */
  retry: { path: string | null; afterSeconds: number } | null;
}

/** A page that shows a report: the report comes as its stored bytes; null where the thread that renders has it already. */
type OfReport<Props extends { digest: string }> = Omit<Props, 'report'> & { body: Uint8Array | null };

/** Every page that the server renders, with what it shows. */
export type PageRequest =
  | ({ name: 'start' } & StartProps)
  | ({ name: 'running' } & AuditProps)
  | ({ name: 'failed' } & AuditProps)
  | ({ name: 'report' } & OfReport<ReportProps>)
  | ({ name: 'check-of-report' } & OfReport<CheckOfReportProps>)
  | ({ name: 'section-of-report' } & OfReport<SectionOfReportProps>)
  | ({ name: 'pdf' } & PdfProps)
  | ({ name: 'checks' } & ChecksProps)
  | ({ name: 'check' } & CheckProps)
  | ({ name: 'docs' } & DocsProps)
  | ({ name: 'problem' } & ProblemProps)
  | ({ name: 'audits' } & AuditsProps)
  | ({ name: 'domains' } & DomainsProps)
  | ({ name: 'domain' } & DomainProps)
  | ({ name: 'compare' } & CompareProps)
  | ({ name: 'usage' } & UsageProps)
  | ({ name: 'accepted' } & AcceptedProps)
  | ({ name: 'answers' } & AnswersProps)
  | ({ name: 'opt-out' } & OptOutProps)
  | ({ name: 'verify' } & VerifyProps)
  | ({ name: 'team' } & TeamProps)
  | ({ name: 'team-log' } & TeamLogProps)
  | ({ name: 'join' } & JoinProps)
  | ({ name: 'tool' } & ToolProps);

/** A page that changes things, by its name. */
export type ToolName =
  | 'sign-in'
  | 'sign-up'
  | 'setup'
  | 'reset-password'
  | 'confirm-email'
  | 'keys'
  | 'account'
  | 'sessions'
  | 'activity'
  | 'controls'
  | 'upload'
  | 'admin';

/** What the page of a tool receives. */
export interface ToolProps {
  tool: ToolName;
}

/** What the list of audits shows. */
export interface AuditsProps {
  audits: readonly AuditSummary[];
  nextCursor: string | null;
  isFirstPage: boolean;
}

/** What the page of the credits shows. */
export interface UsageProps {
  usage: Usage;
  /** Null for readers without an account: a network is shared by strangers. */
  ledger: Ledger | null;
  isFirstPage: boolean;
}

/** What the page that verifies files shows of a hash. */
export interface VerifyProps {
  /** Null: nobody asked for a hash. */
  asked: { known: Verification['report'] } | null;
}
