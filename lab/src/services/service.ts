import { printAddressPort } from '@perimeter/protocols/dns/address';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../machine/commands.ts';

/** A daemon of the lab, ready to be started. */
export interface Service {
  readonly kind: 'service';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The side of the link on which it runs. */
  readonly network: 'internet' | 'scanner';
  /** `address:port` pairs that accept connections once it is ready. */
  readonly listens: readonly string[];
}

/** Something of the lab that cannot run on this machine. */
export interface Skipped {
  readonly kind: 'skipped';
  readonly name: string;
  readonly reason: string;
}

/** A daemon of a Debian package, or the reason why it is left out. */
export function packaged(
  wanted: Omit<Service, 'kind' | 'command' | 'network'> & {
    command: string;
    package: string;
    network?: Service['network'];
  },
): Service | Skipped {
  const command = findCommand(wanted.command);
  if (command === undefined)
    return {
      kind: 'skipped',
      name: wanted.name,
      reason: `${wanted.command} of the package ${wanted.package} is not installed`,
    };
  const { package: _package, ...service } = wanted;
  return { kind: 'service', network: 'internet', ...service, command };
}

/** A group of the lab's own servers, in a process of its own. */
export function ownService(group: string, listens: readonly string[]): Service {
  const script = fileURLToPath(new URL('../servers/serve.ts', import.meta.url));
  return {
    kind: 'service',
    name: `own ${group}`,
    command: process.execPath,
    args: [script, group],
    network: 'internet',
    listens,
  };
}

/** `address:port` with the brackets that IPv6 wants. */
export function socketAddress(address: string, port: number): string {
  return printAddressPort({ address, port });
}
