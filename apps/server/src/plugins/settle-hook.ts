const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function settleLater(deciding: Promise<Error | undefined>, done: (error?: Error) => void): Promise<void> {
  let refusal: Error | undefined;
  try {
    refusal = await deciding;
  } catch (error) {
    refusal = asError(error);
  }
  done(refusal);
}

/**
 * Ends a hook with what was decided: at once where it is known at once, because a promise for each of a hundred thousand
 * requests costs more than what most of them decide.
 */
export function settleHook(
  decide: () => Error | undefined | Promise<Error | undefined>,
  done: (error?: Error) => void,
): void {
  let decided: ReturnType<typeof decide>;
  try {
    decided = decide();
  } catch (error) {
    decided = asError(error);
  }
  if (decided instanceof Promise) void settleLater(decided, done);
  else done(decided);
}
