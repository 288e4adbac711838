import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Idle and whole CPU time so far, of all cores, in milliseconds. */
export interface CpuTimes {
  idle: number;
  whole: number;
}

/** CPU times of this machine, of all programs together. */
export function cpuTimes(): CpuTimes {
  const cores = os.cpus().map(({ times }) => times);
  const idle = cores.reduce((sum, core) => sum + core.idle, 0);
  const whole = cores.reduce((sum, core) => sum + core.user + core.nice + core.sys + core.irq + core.idle, 0);
  return { idle, whole };
}

/** Another test file needs about a third of two cores; with less left, it and all others only take longer. */
const roomShare = 0.2;
/** Left idle beside a file of this lane, this much shows that another in its place is in nobody's way either. */
const roomBesideShare = 0.05;

/** Long enough that the pauses of one test do not look like room. */
const sampleMs = 3000;

const wasIdle = (before: CpuTimes, after: CpuTimes, share: number): boolean => {
  const whole = after.whole - before.whole;
  return whole > 0 && (after.idle - before.idle) / whole >= share;
};

/** True: in the time between two samples the cores had room for another test file. */
export const hadRoom = (before: CpuTimes, after: CpuTimes): boolean => wasIdle(before, after, roomShare);

/** True: the cores had room between two samples, although a file of this lane ran all the time. */
export const hadRoomBeside = (before: CpuTimes, after: CpuTimes): boolean => wasIdle(before, after, roomBesideShare);

/**
 * Waits until the machine has room for another test file, or nobody needs it any more. Files that crowd each other out
 * reach their deadlines: the run as a whole is no faster for it where the cores are busy all the time.
 */
export async function waitForRoom(
  needed: () => boolean,
  times: () => CpuTimes = cpuTimes,
  everyMs: number = sampleMs,
): Promise<void> {
  while (needed()) {
    const before = times();
    await sleep(everyMs);
    if (hadRoom(before, times())) return;
  }
}
