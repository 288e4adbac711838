import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandEnvironment, environmentOf } from './environment.ts';
import { runningFolder } from '../machine/paths.ts';

const rootless = process.getuid?.() !== 0;

/** Starts the lab in new namespaces and returns its exit code: runs the lab's program there with the same arguments. */
export async function launchLab(program: string, args: readonly string[]): Promise<number> {
  const namespaces = [
    '--net',
    '--mount',
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child=SIGKILL',
    ...(rootless ? ['--user', '--map-root-user'] : []),
  ];
  const env = { ...process.env, ...(rootless ? { PERIMETER_LAB_ROOTLESS: '1' } : {}) };
  const launcher = spawn('unshare', [...namespaces, process.execPath, program, 'inside', ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  const stopForwarding = killOnSignal(launcher);
  const registration = register(launcher);
  const code = await exitOf(launcher);
  stopForwarding();
  rmSync(await registration, { force: true });
  return code;
}

/** Runs a command inside the newest lab that is up. */
export async function enterLab(command: readonly string[]): Promise<number> {
  const pid = newestLab();
  if (pid === undefined) {
    process.stderr.write('lab: No lab is running. Start one with: npm run lab\n');
    return 1;
  }
  const entry = [
    '--target',
    String(pid),
    '--net',
    '--mount',
    '--pid',
    ...(rootless ? ['--user', '--preserve-credentials'] : []),
    `--wd=${process.cwd()}`,
  ];
  return await exitOf(
    spawn('nsenter', [...entry, ...command], { env: commandEnvironment(environmentOf(pid)), stdio: 'inherit' }),
  );
}

/**
 * unshare ignores SIGINT and SIGTERM while waiting; SIGKILL ends it, and --kill-child then ends the whole process
 * namespace.
 */
function killOnSignal(launcher: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const kill = (): void => void launcher.kill('SIGKILL');
  for (const signal of signals) process.on(signal, kill);
  return () => {
    for (const signal of signals) process.off(signal, kill);
  };
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 128)));
  });
}

/** Notes the process that `enterLab` enters: the one child of unshare, process 1 of the lab. */
async function register(launcher: ChildProcess): Promise<string> {
  mkdirSync(runningFolder, { recursive: true });
  for (const launcherPid of registeredLaunchers().filter((pid) => childrenOf(pid).length === 0)) {
    rmSync(join(runningFolder, String(launcherPid)), { force: true });
  }
  const file = join(runningFolder, String(launcher.pid));
  for (let attempt = 0; attempt < 100 && launcher.exitCode === null; attempt += 1) {
    const [child] = childrenOf(launcher.pid ?? 0);
    if (child !== undefined) {
      writeFileSync(file, String(child));
      break;
    }
    await sleep(10);
  }
  return file;
}

function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(' ')
        .filter((text) => text !== '')
        .map(Number)
    : [];
}

function newestLab(): number | undefined {
  const alive = registeredLaunchers().toSorted((a, b) => startTicks(b) - startTicks(a));
  return alive.map((launcher) => childrenOf(launcher)[0]).find((pid) => pid !== undefined);
}

function registeredLaunchers(): readonly number[] {
  return existsSync(runningFolder) ? readdirSync(runningFolder).map(Number) : [];
}

/** When a process started, in clock ticks since boot: field 22 of proc_pid_stat(5), counted after the name in brackets. */
function startTicks(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** Whether this machine can build the lab, and if not, why. */
export function canLaunch(): { available: true } | { available: false; reason: string } {
  if (process.platform !== 'linux') return { available: false, reason: 'Network namespaces exist only on Linux' };
  const flags = ['--net', '--mount', ...(rootless ? ['--user', '--map-root-user'] : []), 'true'];
  const attempt = spawnSync('unshare', flags, { encoding: 'utf8' });
  if (attempt.status === 0) return { available: true };
  return {
    available: false,
    reason: `unshare cannot make namespaces: ${(attempt.error?.message ?? attempt.stderr).trim()}`,
  };
}
