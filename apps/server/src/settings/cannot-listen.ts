import { StartError, systemReason, systemText } from './start-error.ts';

type Advice = (port: number, setting: string) => string;

/** Explanation and advice by system error code (listen(2), bind(2)). */
const advice: ReadonlyMap<string, Advice> = new Map<string, Advice>([
  [
    'EADDRINUSE',
    (port, setting) => `another program uses port ${port}. Stop that program, or set ${setting} to another`,
  ],
  ['EACCES', (port, setting) => `port ${port} needs more rights than this user has. Set ${setting} to another`],
  ['EADDRNOTAVAIL', (_port, setting) => `this machine does not have that address. Set ${setting} to another`],
]);

/** Why the service cannot listen on an address, and what to do. */
export function cannotListen(what: string, host: string, port: number, setting: string, error: unknown): StartError {
  const known = advice.get(systemReason(error));
  const why = known === undefined ? `${systemText(error)}. Set ${setting} to another` : known(port, setting);
  return new StartError(`Cannot serve ${what} on ${host} port ${port}: ${why}`);
}
