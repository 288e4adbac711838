// Connection lost or refused, and the classes 08, 53, 57 and 58 of PostgreSQL's appendix A: connection exceptions,
// insufficient resources, operator intervention, system errors.
const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|25P03|53...|57014|57P0[0-9]|58...)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|Client was closed|connection has been discarded/;
// Messages of pg and Kysely about a pool that this process closed.
const closed = /Cannot use a pool after calling end on the pool|driver has already been destroyed/;

const textOf = (error: object, key: string): string => String(Reflect.get(error, key) ?? '');

// True for a missing socket; ENOENT for any other file is a different error.
const isSocketGone = (error: object): boolean =>
  textOf(error, 'code') === 'ENOENT' && textOf(error, 'syscall') === 'connect';

/** True for errors that mean the database is unavailable: stopped, unreachable or overloaded. */
export const isDatabaseAway = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (isSocketGone(error) || codes.test(textOf(error, 'code')) || messages.test(textOf(error, 'message')));

/** The same, including errors of work that continued after this process closed its connections. */
export const isDatabaseAwayOrClosed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && closed.test(error.message));
