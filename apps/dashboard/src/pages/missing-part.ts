/** A report has no such part: the page is answered 404. Its name is all that leaves the thread that renders. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}
