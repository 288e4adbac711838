import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { compileCacheFolder, runFolder } from '../machine/paths.ts';
import type { Service } from '../services/service.ts';
import { spawnIn, type Internet } from './namespaces.ts';
import { say } from '../machine/say.ts';

/**
 * A daemon's output goes to its own log, and its end is reported. It is in no terminal's process group, so that Ctrl-C
 * only reaches the lab.
 */
export function startService(service: Service, internet: Internet): void {
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
