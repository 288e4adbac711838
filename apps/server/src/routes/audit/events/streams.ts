/** The most event streams that one caller holds open on this process. */
export const maxStreamsOfCaller = 10;

/** Counts the streams that each caller holds open. */
export function countStreams(): { open: (caller: string) => (() => void) | null } {
  const streams = new Map<string, number>();
  return {
    /** A function that gives the place back, any number of times; null where there is none left. */
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
