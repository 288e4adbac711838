import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import type { AuditOptions } from '@perimeter/engine/runner/context/options';

/** A stream that a command writes to; process.stdout and process.stderr are ones. */
export interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command knows of the process it runs in. */
export interface Context {
  /** Data, and nothing else. */
  stdout: Output;
  /** Progress and diagnostics. */
  stderr: Output;
  env: Environment;
  /** The working directory; absent: that of the process. */
  cwd?: string;
  /** Aborted by SIGINT or SIGTERM, with the signal's name as reason. */
  signal: AbortSignal;
  runAudit: (request: AuditRequest, options: AuditOptions) => Promise<AuditResult>;
}
