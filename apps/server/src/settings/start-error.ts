import { fileProblem } from '@perimeter/engine/net/file-problem';

/** The service cannot start for a reason that its operator can mend; the message says what to do, no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** What the process ends with: 2 where a setting is wrong, or a file that it names. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The code of a system error, or what another error said. */
export const systemReason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Why the system refused, in words; for other errors, what they said. Of several at once, such as one an address, the first. */
export function systemText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return systemText(error.errors[0]);
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') return fileProblem(error);
  return error instanceof Error ? error.message : String(error);
}
