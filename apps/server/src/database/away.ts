// Connection lost or refused, and the classes 08, 53, 57 and 58 of PostgreSQL's appendix A: gone, full, slow or ending, broken disk.
const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08...|25P03|53...|57014|57P0[0-9]|58...)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|Client was closed|connection has been discarded/;
// What pg and Kysely say of a pool that was closed here.
const closed = /Cannot use a pool after calling end on the pool|driver has already been destroyed/;

const textOf = (error: object, key: string): string => String(Reflect.get(error, key) ?? '');

// Of a socket, not of any other file.
const isSocketGone = (error: object): boolean =>
  textOf(error, 'code') === 'ENOENT' && textOf(error, 'syscall') === 'connect';

/** True of errors that mean that the database does not answer: it ended, it is out of reach, or it is overloaded. */
export const isDatabaseAway = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (isSocketGone(error) || codes.test(textOf(error, 'code')) || messages.test(textOf(error, 'message')));

/** The same, and of errors of work that goes on after this process closed its connections. */
export const isDatabaseAwayOrClosed = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && closed.test(error.message));
