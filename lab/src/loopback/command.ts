import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { startLoopbackLab } from './loopback.ts';

/** Starts the loopback lab and runs a command in its environment, or stays up and prints the variables to export. */
export async function runOnLoopback([command, ...args]: readonly string[]): Promise<number> {
  const { env, endpoints, stop } = await startLoopbackLab();
  if (command === undefined) {
    const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
    process.stdout.write(`${exports.join('\n')}\n`);
    process.stderr.write(
      `lab: ${endpoints.length} hosts on loopback. Paste the lines above into another terminal. Ctrl-C ends it.\n`,
    );
    await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
    await stop();
    return 0;
  }
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const child = spawn(command, args, { env: { ...process.env, ...env, PATH: path }, stdio: 'inherit' });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => resolve(status ?? 128));
  });
  await stop();
  return code;
}
