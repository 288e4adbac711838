import { evidenceVersion } from '@perimeter/engine/evidence/evidence';
import type { ProgressEvent } from '@perimeter/contract/progress';
import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import type { AuditOptions } from '@perimeter/engine/runner/context/options';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import type { Context, Environment, Output } from '../context.ts';
import { run } from '../run.ts';

/** What one command line left behind. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  requests: AuditRequest[];
  /** The memory of earlier audits that each audit received; undefined: none. */
  memories: AuditOptions['memory'][];
}

/** How a command line is run; what is left out is a plain pipe and an audit that gives the sample report. */
export interface RunOptions {
  env?: Environment;
  cwd?: string;
  /** What stdout is beside a collector of text. */
  stdout?: Omit<Output, 'write'>;
  /** Takes the place of the collector. */
  stderr?: Output;
  signal?: AbortSignal;
  audit?: (request: AuditRequest, onProgress: (event: ProgressEvent) => void) => Promise<AuditResult> | AuditResult;
}

const target = {
  domain: 'example.org',
  registrableDomain: 'example.org',
  scanMode: 'standard',
  startedAtMs: 0,
  seed: '',
} as const;

/** Evidence of an audit that saw nothing. */
export const noEvidence: AuditResult['evidence'] = { version: evidenceVersion, target, missing: [] };

/** Runs the command line with a stand-in for the network's side: what an audit would report is given. */
export async function runCommandLine(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran: Ran = { code: -1, stdout: '', stderr: '', requests: [], memories: [] };
  const audit = options.audit ?? (() => ({ ok: true as const, report: sampleReport, evidence: noEvidence }));
  const context: Context = {
    stdout: { write: (text) => (ran.stdout += text), ...options.stdout },
    stderr: options.stderr ?? { write: (text) => (ran.stderr += text) },
    env: options.env ?? {},
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    signal: options.signal ?? new AbortController().signal,
    runAudit: async (request, { onProgress = () => {}, memory }) => {
      ran.requests.push(request);
      ran.memories.push(memory);
      return audit(request, onProgress);
    },
  };
  ran.code = await run(argv, context);
  return ran;
}
