/** The service cannot start for a reason that its operator can mend; the message says what to do, no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
