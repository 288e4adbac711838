/** Maximum of one caller's open event streams in this process. */
export const maxStreamsOfCaller = 10;

/** Counts each caller's open streams. */
export function countStreams(): { open: (caller: string) => (() => void) | null } {
  const streams = new Map<string, number>();
  return {
    /** Returns a function that ends the count and can be called repeatedly; null at the maximum. */
    open: (caller) => {
      const held = streams.get(caller) ?? 0;
      if (held >= maxStreamsOfCaller) return null;
      streams.set(caller, held + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (streams.get(caller) ?? 1) - 1;
        if (left === 0) streams.delete(caller);
        else streams.set(caller, left);
      };
    },
  };
}
