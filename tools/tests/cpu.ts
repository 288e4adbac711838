import { existsSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second for every program (USER_HZ, time(7)). */
const ticksPerSecond = 100;

/**
 * CPU seconds of all child processes that have ended and that this process or its children waited for: fields 16 and 17
 * of proc_pid_stat(5), counted after the name in brackets. Null where the machine does not tell.
 */
export function cpuSecondsOfChildren(): number | null {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return null;
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
