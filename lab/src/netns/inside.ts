import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { ensureZones, hasSignedDns } from '../dns/sign.ts';
import { commandEnvironment, publishEnvironment } from './environment.ts';
import { buildNetwork, spawnIn, type Internet } from './namespaces.ts';
import type { LabOptions } from './options.ts';
import { compileCacheFolder, runFolder } from '../machine/paths.ts';
import { choosePath, startSlowPath } from './path.ts';
import { ensurePki } from '../issuance/store.ts';
import { waitUntilListening } from '../machine/ready.ts';
import { planServices } from '../services/plan.ts';
import type { Service, Skipped } from '../services/service.ts';
import { describeLab, type StartedLab } from './describe.ts';

const readyTimeoutMs = 10_000;
const defaultSlowRttMs = 50;

/** Process 1 of the lab's process namespace: builds everything, runs the command, and ends everything by ending. */
export async function runInside(options: LabOptions): Promise<void> {
  endWithParent();
  const lab = await startLab(options);
  if (options.command.length === 0) {
    process.stdout.write(describeLab(lab));
    return;
  }
  warn(lab);
  process.exit(await runCommand(options.command));
}

/** The launcher holds the other end of descriptor 3 and never writes: when it is gone, so is the lab. */
function endWithParent(): void {
  const lifeline = new Socket({ fd: 3 });
  lifeline.on('error', () => process.exit(1));
  lifeline.on('close', () => process.exit(1));
  lifeline.resume();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

async function startLab(options: LabOptions): Promise<StartedLab> {
  const startedAt = performance.now();
  await ensurePki();
  const signed = options.parts.includes('dns') && hasSignedDns();
  const [internet] = await Promise.all([buildNetwork(), signed ? ensureZones() : undefined]);
  publishEnvironment();
  const planned = planServices(options.parts);
  const services = planned.filter((item): item is Service => item.kind === 'service');
  for (const service of services) startService(service, internet);
  const noSlowPath = await startSlowPath(options.rttMs || defaultSlowRttMs, internet);
  if (options.rttMs > 0 && noSlowPath === undefined) choosePath('slow', internet);
  const silent = await waitUntilListening(
    services.flatMap(({ listens }) => listens),
    readyTimeoutMs,
  );
  const skipped = [...planned, noSlowPath].filter((item): item is Skipped => item?.kind === 'skipped');
  return { internet, skipped, silent, startedInMs: performance.now() - startedAt };
}

/** A daemon's words go to a log of its own, and its end is said aloud. It is in no terminal's process group: Ctrl-C is for the lab as a whole. */
function startService(service: Service, internet: Internet): void {
  const log = openSync(join(runFolder, `${service.name.replaceAll(' ', '-')}.log`), 'a');
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder, ...service.env };
  const child = spawnIn(service.network === 'internet' ? internet : undefined, service.command, service.args, {
    env,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.on('error', (error) => say(`${service.name} could not be started: ${error.message}`));
  child.on('exit', (code, signal) =>
    say(
      `${service.name} ended with ${code ?? signal ?? 'nothing'}: see lab in cat ${runFolder}/${service.name.replaceAll(' ', '-')}.log`,
    ),
  );
}

function warn({ skipped, silent }: StartedLab): void {
  for (const { name, reason } of skipped) say(`Skipped ${name}: ${reason}`);
  if (silent.length > 0) say(`Not listening: ${silent.join(' ')}`);
}

function runCommand([command = '', ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawnIn(undefined, command, args, { env: commandEnvironment(), stdio: 'inherit' });
    child.on('error', (error) => {
      say(`${command} could not be run: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code) => resolve(code ?? 128));
  });
}

function say(line: string): void {
  process.stderr.write(`lab: ${line}\n`);
}
