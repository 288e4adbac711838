import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Processes that a process has started (proc(5)). */
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

/** The processes of the embedded database under a data directory: the one that listens, then those of its connections. */
export function serverProcesses(dataDir: string): number[] {
  const [pid = ''] = readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  return [Number(pid), ...childrenOf(Number(pid))];
}
