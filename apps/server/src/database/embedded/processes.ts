import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A live process: its command line, and a mark that differs from that of any later process with the same id. */
export interface LiveProcess {
  command: string;
  started: string;
}

async function fromProc(pid: number): Promise<LiveProcess | null> {
  try {
    const [command, stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // proc(5): the name in parentheses may contain anything; field 3 is the state, field 22 the start time in clock
    // ticks.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X' || command === '') return null;
    return { command: command.replaceAll('\0', ' ').trim(), started: `${boot.trim()}/${rest[18]}` };
  } catch {
    return null;
  }
}

async function fromPs(pid: number): Promise<LiveProcess | null> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    // lstart is 24 characters: "Fri Nov 21 11:35:00 2025".
    const line = stdout.trim();
    return line === '' || line.includes('<defunct>')
      ? null
      : { command: line.slice(24).trim(), started: line.slice(0, 24) };
  } catch {
    return null;
  }
}

/** Finds a process by its id; null if there is none, or only a zombie. */
export const findProcess = async (pid: number, platform = process.platform): Promise<LiveProcess | null> =>
  platform === 'linux' ? fromProc(pid) : fromPs(pid);
