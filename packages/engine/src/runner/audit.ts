import type { AuditFailure } from '@perimeter/contract/audit';
import type { ProgressEvent } from '@perimeter/contract/progress';
import type { Report, ScanMode } from '@perimeter/contract/report';
import type { AuditEvidence } from '../evidence/evidence.ts';
import type { EngineSettings } from '../net/settings.ts';

/** One audit to run. The domain is already parsed: A-labels, auditable. */
export interface AuditRequest {
  id: string;
  domain: string;
  registrableDomain: string;
  scanMode: ScanMode;
}

export interface AuditOptions {
  settings: EngineSettings;
  /** Ends the audit early; what was learned is dropped. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
}

/** A completed audit's report, or why there is none; the evidence gathered either way. */
export type AuditResult =
  | { ok: true; report: Report; evidence: AuditEvidence }
  | { ok: false; failure: AuditFailure; evidence: AuditEvidence };

/** Runs one audit from target to report. Never throws for what a target does. */
export async function runAudit(_request: AuditRequest, _options: AuditOptions): Promise<AuditResult> {
  throw new Error('The runner is being written');
}
