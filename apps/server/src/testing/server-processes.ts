import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The child processes of a process (proc(5)). */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
      } catch {
        return false;
      }
    })
    .map(Number);

/** The processes of an embedded database: the postmaster, then its backends. */
export function serverProcesses(dataDir: string): number[] {
  const [pid = ''] = readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  return [Number(pid), ...childrenOf(Number(pid))];
}
