import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Idle and total CPU time of all cores, in milliseconds. */
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

/** Minimum idle share for an additional test file, which uses about a third of two cores. */
const roomShare = 0.2;
/** Minimum idle share while a file of this lane runs: another in its place then disturbs none. */
const roomBesideShare = 0.05;

/** Long enough that the pauses of one test do not count as room; in milliseconds. */
const sampleMs = 3000;

const wasIdle = (before: CpuTimes, after: CpuTimes, share: number): boolean => {
  const whole = after.whole - before.whole;
  return whole > 0 && (after.idle - before.idle) / whole >= share;
};

/** True: between two samples the cores had room for another test file. */
export const hadRoom = (before: CpuTimes, after: CpuTimes): boolean => wasIdle(before, after, roomShare);

/** True: the cores had room between two samples while a file of this lane ran. */
export const hadRoomBeside = (before: CpuTimes, after: CpuTimes): boolean => wasIdle(before, after, roomBesideShare);

/**
 * Waits until the machine has room for another test file, or none is left. Overloaded cores make tests exceed their
 * deadlines without making the run faster.
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
