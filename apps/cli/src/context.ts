import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import type { AuditOptions } from '@perimeter/engine/runner/context/options';

/** An output stream, such as process.stdout and process.stderr. */
export interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A command's environment. */
export interface Context {
  /** Only data. */
  stdout: Output;
  /** Progress and diagnostics. */
  stderr: Output;
  env: Environment;
  /** The working directory; default: that of the process. */
  cwd?: string;
  /** Aborted by SIGINT or SIGTERM, with the signal's name as reason. */
  signal: AbortSignal;
  runAudit: (request: AuditRequest, options: AuditOptions) => Promise<AuditResult>;
}
