import { Socket } from 'node:net';
import { describeLab, type StartedLab } from './describe.ts';
import { commandEnvironment } from './environment.ts';
import { spawnIn } from './namespaces.ts';
import type { LabOptions } from './options.ts';
import { say } from '../machine/say.ts';
import { startLab } from './start-lab.ts';

/** Process 1 of the lab's process namespace: builds everything, runs the command, and ends everything by ending. */
export async function runInside(options: LabOptions): Promise<void> {
  endWithParent();
  const lab = await startLab(options);
  if (options.command.length === 0) {
    process.stdout.write(describeLab(lab));
    return;
  }
  warn(lab);
  process.exit(await runCommand(options.command, commandEnvironment(lab.environment)));
}

/** The launcher holds the other end of descriptor 3 without writing: when it ends, so does the lab. */
function endWithParent(): void {
  const lifeline = new Socket({ fd: 3 });
  lifeline.on('error', () => process.exit(1));
  lifeline.on('close', () => process.exit(1));
  lifeline.resume();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

/** Two lines at most, whatever a machine or user lacks; the list of hosts has the reasons. */
function warn({ skipped, silent }: StartedLab): void {
  const names = skipped.map(({ name }) => name).join(', ');
  if (skipped.length > 0) say(`Skipped ${skipped.length} (npm run lab lists the reasons): ${names}`);
  if (silent.length > 0) say(`Not listening: ${silent.join(' ')}`);
}

function runCommand([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawnIn(undefined, command, args, { env, stdio: 'inherit' });
    child.on('error', (error) => {
      say(`${command} could not be run: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code) => resolve(code ?? 128));
  });
}
