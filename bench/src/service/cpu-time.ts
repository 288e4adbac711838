import { readFileSync } from 'node:fs';
import type { ServiceProcess } from '@perimeter/server/testing/child';

/** CPU time that a process has used, in microseconds (proc(5): fields 14 and 15 of stat, in ticks of 10 ms). */
export function cpuUsOf({ child }: ServiceProcess): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
