import type { TlsEndpoint } from '../evidence/tls/schema.ts';
import { isBeyondOpenssl } from './openssl-suites.ts';

/** A host, or an address and port, that a command is to be aimed at, and what it is known to accept. */
export type CommandTarget = Pick<TlsEndpoint, 'address' | 'port' | 'serverName'> &
  Partial<Pick<TlsEndpoint, 'versions'>>;

/** Letters that no shell reads as anything else; a command with other ones is not offered. */
const plain = /^[A-Za-z0-9._:@%+,/[\]-]+$/;

const socketOf = ({ address, port }: CommandTarget): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Commands that show their claim by the server's refusal, whatever suites OpenSSL has. */
const showsRefusal = /-tls1_3|-min_protocol/;

/** What a person has to know who runs it: where OpenSSL 3 fails by itself, its output would look like proof. */
const needs = (command: string, { versions }: CommandTarget): string =>
  command.includes('openssl s_client') &&
  !showsRefusal.test(command) &&
  versions !== undefined &&
  isBeyondOpenssl({ versions })
    ? '  # needs OpenSSL 1.0.2: later ones have no suite of this server'
    : '';

/**
 * The last line of a proof: a command by which a person sees the same with a tool of others. Null where the target's name
 * is not safe to paste into a shell.
 */
export function reproduceLine(command: string, target: CommandTarget): string | null {
  return plain.test(target.serverName) && plain.test(target.address)
    ? `Reproduce: ${command}${needs(command, target)}`
    : null;
}

/** `openssl s_client` that stays for two seconds after the handshake: servers of TLS 1.3 send their tickets then. */
export const lingeringOpensslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    ['sleep 2 | openssl s_client', `-connect ${socketOf(target)}`, `-servername ${target.serverName}`, ...options].join(
      ' ',
    ),
    target,
  );

/** Without an end of its input, s_client waits for what a person types. */
const withInput = (options: readonly string[]): readonly string[] =>
  options.some((option) => option.includes('</dev/null')) ? options : [...options, '</dev/null'];

/** `openssl s_client` against one address with the right server name, and what else is given; it ends by itself. */
export const opensslCommand = (target: CommandTarget, ...options: readonly string[]): string =>
  ['openssl s_client', `-connect ${socketOf(target)}`, `-servername ${target.serverName}`, ...withInput(options)].join(
    ' ',
  );

/** One such command as the last line of a proof. */
export const opensslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(opensslCommand(target, ...options), target);

const familyOption = ({ address }: CommandTarget): string => (address.includes(':') ? ' -6' : '');

/** A host that answers some hellos and is silent to others would keep a script for hours. */
const nmapCommand = (target: CommandTarget, script: string): string =>
  `nmap${familyOption(target)} -Pn -p ${target.port} --host-timeout 90s --script ${script} --script-args tls.servername=${target.serverName} ${target.address}`;

/** `nmap` with one of its TLS scripts against one address; the scripts build their own hellos, so that no library's age is in the way. */
export const nmapLine = (target: CommandTarget, script: string): string | null =>
  reproduceLine(nmapCommand(target, script), target);

/** `nmap` for whether the port is open, closed or silent. */
export const portLine = (target: CommandTarget): string | null =>
  reproduceLine(`nmap -Pn${familyOption(target)} -p ${target.port} ${target.address}`, target);

/** The same against several addresses, one after the other. */
export const nmapLines = (first: CommandTarget, others: readonly CommandTarget[], script: string): string | null =>
  reproduceLine([first, ...others].map((target) => nmapCommand(target, script)).join('; '), first);

/** `testssl.sh`, which Debian's package installs as `testssl`, with one of its tests against one address. */
export const testsslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    ['testssl', `--ip ${target.address}`, ...options, `${target.serverName}:${target.port}`].join(' '),
    target,
  );

/** The option by which today's OpenSSL offers every suite that its build has, NULL and anonymous ones among them. */
export const anySuite = '-cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** A version that today's OpenSSL speaks only where it is told to. */
export type OldVersion = '-tls1' | '-tls1_1' | '-tls1_2';

/** Options by which today's OpenSSL speaks an old version, with old suites. */
export const opensslOldOptions = (version: OldVersion, ciphers?: string): readonly string[] => [
  version,
  ciphers === undefined ? anySuite : `-cipher ${ciphers}:@SECLEVEL=0`,
];

/** The command that shows that a version is accepted: by nmap, where OpenSSL has none of the suites. */
export const oldVersionLine = (endpoint: TlsEndpoint, version: OldVersion): string | null =>
  isBeyondOpenssl(endpoint)
    ? nmapLine(endpoint, 'ssl-enum-ciphers')
    : opensslLine(endpoint, ...opensslOldOptions(version));
