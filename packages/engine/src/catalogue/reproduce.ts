import type { TlsEndpoint } from '../evidence/tls.ts';

/** A host, or an address and port, that a command is to be aimed at. */
export type CommandTarget = Pick<TlsEndpoint, 'address' | 'port' | 'serverName'>;

/** Letters that no shell reads as anything else; a command with other ones is not offered. */
const plain = /^[A-Za-z0-9._:@%+,/[\]-]+$/;

const socketOf = ({ address, port }: CommandTarget): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/**
 * The last line of a proof: a command by which a person sees the same with a tool of others. Null where the target's name
 * is not safe to paste into a shell.
 */
export function reproduceLine(command: string, target: CommandTarget): string | null {
  return plain.test(target.serverName) && plain.test(target.address) ? `Reproduce: ${command}` : null;
}

/** `openssl s_client` against one address with the right server name, and what else is given. */
export const opensslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    ['openssl s_client', `-connect ${socketOf(target)}`, `-servername ${target.serverName}`, ...options].join(' '),
    target,
  );
