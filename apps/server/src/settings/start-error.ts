import { fileProblem } from '@perimeter/engine/net/file-problem';

/** The service cannot start for a reason that the operator can fix; the message says how, and no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** The exit code of the process: 2 for a wrong setting, or a wrong file named by one. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The code of a system error, or the message of another error. */
export const systemReason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * A system error as a sentence; the message of other errors. For an aggregate error, such as one per address, the
 * first.
 */
export function systemText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return systemText(error.errors[0]);
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') return fileProblem(error);
  return error instanceof Error ? error.message : String(error);
}
