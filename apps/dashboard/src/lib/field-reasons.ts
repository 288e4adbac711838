import { RequestError } from './request.ts';

/** Why fields of a form were refused, by their names. */
export const reasonsOf = (error: Error | null): ReadonlyMap<string, string> =>
  new Map(
    error instanceof RequestError
      ? (error.problem.errors ?? []).map(({ pointer, message }) => [pointer.replace(/^\//u, ''), message])
      : [],
  );
