import { existsSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second for every program (USER_HZ, time(7)). */
const ticksPerSecond = 100;

/**
 * CPU seconds of all ended child processes of this process and its children: fields 16 and 17 of proc_pid_stat(5),
 * counted after the name in parentheses. Null if the machine does not provide them.
 */
export function cpuSecondsOfChildren(): number | null {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return null;
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
