/** The service cannot start for a reason that its operator can mend; the message says what to do, no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Why the system refused, in a word: the code of its error, or what it said. */
export const systemReason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
