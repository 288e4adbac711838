/** A failure in one line: its closed reason, and the clause that explains it. */
export const failureText = ({ reason, detail }: { reason: string; detail: string }): string =>
  detail === '' ? reason : `${reason}: ${detail}`;
