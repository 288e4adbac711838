import { printAddressPort } from '@perimeter/protocols/dns/address';
import type { TlsEndpoint } from '../evidence/tls/schema.ts';
import { isBeyondOpenssl } from './openssl-suites.ts';

/** The host or endpoint that a command is run against, and the versions that it accepts. */
export type CommandTarget = Pick<TlsEndpoint, 'address' | 'port' | 'serverName'> &
  Partial<Pick<TlsEndpoint, 'versions'>>;

/** Characters that are safe outside of shell quotes; no command is offered for a target with others. */
const plain = /^[A-Za-z0-9._:@%+,/[\]-]+$/;

/** Commands whose proof is the server's refusal, which does not depend on the suites that OpenSSL has. */
const showsRefusal = /-tls1_3|-min_protocol/;

/** A note where OpenSSL 3 fails by default: without it, that failure would look like proof. */
const needs = (command: string, { versions }: CommandTarget): string =>
  command.includes('openssl s_client') &&
  !showsRefusal.test(command) &&
  versions !== undefined &&
  isBeyondOpenssl({ versions })
    ? '  # needs OpenSSL 1.0.2: later ones have no suite of this server'
    : '';

/**
 * Last line of a proof: a command with which a person sees the same in a third-party tool. Null where the target's name
 * is not safe to paste.
 */
export function reproduceLine(command: string, target: CommandTarget): string | null {
  return plain.test(target.serverName) && plain.test(target.address)
    ? `Reproduce: ${command}${needs(command, target)}`
    : null;
}

/** `openssl s_client` that stays connected for two seconds after the handshake, because TLS 1.3 servers send tickets then. */
export const lingeringOpensslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    [
      'sleep 2 | openssl s_client',
      `-connect ${printAddressPort(target)}`,
      `-servername ${target.serverName}`,
      ...options,
    ].join(' '),
    target,
  );

/** Without end of input, s_client waits for the terminal. */
const withInput = (options: readonly string[]): readonly string[] =>
  options.some((option) => option.includes('</dev/null')) ? options : [...options, '</dev/null'];

/** `openssl s_client` against one address with the right server name and further options; it ends by itself. */
export const opensslCommand = (target: CommandTarget, ...options: readonly string[]): string =>
  [
    'openssl s_client',
    `-connect ${printAddressPort(target)}`,
    `-servername ${target.serverName}`,
    ...withInput(options),
  ].join(' ');

/** `openssl s_client` as the last line of a proof. */
export const opensslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(opensslCommand(target, ...options), target);

const familyOption = ({ address }: CommandTarget): string => (address.includes(':') ? ' -6' : '');

/** The time limit ends a script on hosts that answer only some hellos; otherwise it would run for hours. */
const nmapCommand = (target: CommandTarget, script: string): string =>
  `nmap${familyOption(target)} -Pn -p ${target.port} --host-timeout 90s --script ${script} --script-args tls.servername=${target.serverName} ${target.address}`;

/** `nmap` with one of its TLS scripts against one address. The scripts build their own hellos, independent of the local TLS library. */
export const nmapLine = (target: CommandTarget, script: string): string | null =>
  reproduceLine(nmapCommand(target, script), target);

/** `nmap` for whether the port is open, closed or silent. */
export const portLine = (target: CommandTarget): string | null =>
  reproduceLine(`nmap -Pn${familyOption(target)} -p ${target.port} ${target.address}`, target);

/** `nmap` against several addresses, one after the other. */
export const nmapLines = (first: CommandTarget, others: readonly CommandTarget[], script: string): string | null =>
  reproduceLine([first, ...others].map((target) => nmapCommand(target, script)).join('; '), first);

/** One test of `testssl.sh` against one address; Debian's package installs it as `testssl`. */
export const testsslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    ['testssl', `--ip ${target.address}`, ...options, `${target.serverName}:${target.port}`].join(' '),
    target,
  );

/** The OpenSSL 3 option that offers every suite of the build, NULL and anonymous ones included. */
export const anySuite = '-cipher ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** A version that OpenSSL 3 offers only on request. */
export type OldVersion = '-tls1' | '-tls1_1' | '-tls1_2';

/** OpenSSL 3 options for an old version with old suites. */
export const opensslOldOptions = (version: OldVersion, ciphers?: string): readonly string[] => [
  version,
  ciphers === undefined ? anySuite : `-cipher ${ciphers}:@SECLEVEL=0`,
];

/** The command that shows that a version is accepted; nmap where OpenSSL has none of the suites. */
export const oldVersionLine = (endpoint: TlsEndpoint, version: OldVersion): string | null =>
  isBeyondOpenssl(endpoint)
    ? nmapLine(endpoint, 'ssl-enum-ciphers')
    : opensslLine(endpoint, ...opensslOldOptions(version));
