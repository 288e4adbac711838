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
 * Ends a hook with its decision: synchronously if possible, because a promise per hook costs more than most decisions
 * take.
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
