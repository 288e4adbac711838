/** What a log line says of an error. */
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
 * An error for the log: what went wrong and where in our code. Members that libraries add are left out, because errors of the
 * database quote the row or the values that they are about: domains of private audits and addresses of people.
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
