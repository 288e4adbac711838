import { evidenceVersion } from '@perimeter/engine/evidence/evidence';
import type { ProgressEvent } from '@perimeter/contract/progress';
import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import type { AuditOptions } from '@perimeter/engine/runner/context/options';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import type { Context, Environment, Output } from '../context.ts';
import { run } from '../run.ts';

/** The result of a command line. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
  requests: AuditRequest[];
  /** The memory that each audit got; undefined: none. */
  memories: AuditOptions['memory'][];
}

/** How to run a command line; the defaults are pipes, and audits that return the sample report. */
export interface RunOptions {
  env?: Environment;
  cwd?: string;
  /** Properties of stdout besides writing text. */
  stdout?: Omit<Output, 'write'>;
  /** Replaces the collector. */
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

/** Evidence of an audit without any observation. */
export const noEvidence: AuditResult['evidence'] = { version: evidenceVersion, target, missing: [] };

/** Runs the command line with given audit results instead of the network. */
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
