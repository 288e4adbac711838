/** A logged error. */
export interface LoggedError extends Record<string, unknown> {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}

const mostNested = 4;

/**
 * An error for the log: its message and stack in our code. Properties that libraries add are left out, because database
 * errors quote rows and values: domains of private audits and e-mail addresses.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: '' };
  const code: unknown = Reflect.get(error, 'code');
  const { cause } = error;
  const isNested = depth < mostNested;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack ?? '',
    ...(cause instanceof Error && isNested ? { cause: loggedError(cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && isNested
      ? { errors: error.errors.slice(0, mostNested).map((one) => loggedError(one, depth + 1)) }
      : {}),
  };
}
