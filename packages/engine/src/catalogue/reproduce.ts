import type { TlsEndpoint } from '../evidence/tls/schema.ts';
import type { Location } from './outcome.ts';

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

const nmapCommand = (target: CommandTarget, script: string): string =>
  `nmap${familyOption(target)} -Pn -p ${target.port} --script ${script} --script-args tls.servername=${target.serverName} ${target.address}`;

/** `nmap` with one of its TLS scripts against one address; the scripts build their own hellos, so that no library's age is in the way. */
export const nmapLine = (target: CommandTarget, script: string): string | null =>
  reproduceLine(nmapCommand(target, script), target);

/** The same against several addresses, one after the other. */
export const nmapLines = (first: CommandTarget, others: readonly CommandTarget[], script: string): string | null =>
  reproduceLine([first, ...others].map((target) => nmapCommand(target, script)).join('; '), first);

/** `testssl.sh`, which Debian's package installs as `testssl`, with one of its tests against one address. */
export const testsslLine = (target: CommandTarget, ...options: readonly string[]): string | null =>
  reproduceLine(
    ['testssl', `--ip ${target.address}`, ...options, `${target.serverName}:${target.port}`].join(' '),
    target,
  );

/** tlsfuzzer is in no distribution, so it is fetched first, as its README says. */
const fetchTlsfuzzer =
  'git clone --depth 1 https://github.com/tlsfuzzer/tlsfuzzer && cd tlsfuzzer && python3 -m venv venv && venv/bin/pip install --pre tlslite-ng';

/** One of tlsfuzzer's conversations: it sends the same malformed records, and fails where they are not refused alike. */
export const tlsfuzzerLine = (target: CommandTarget, script: string): string | null =>
  reproduceLine(
    `${fetchTlsfuzzer} && PYTHONPATH=. venv/bin/python scripts/${script} -h ${target.address} -p ${target.port}`,
    target,
  );

/** Options by which today's OpenSSL speaks an old version and old suites, where its build has them. */
export const opensslOldOptions = (version: '-tls1' | '-tls1_1' | '-tls1_2', ciphers = 'ALL'): readonly string[] => [
  version,
  `-cipher ${ciphers}:@SECLEVEL=0`,
];

/** What a shell takes literally inside single quotes, as far as URLs have it. */
const plainUrl = /^https?:\/\/[A-Za-z0-9._:@%+,/[\]~!?&=;#-]+$/;

/** `curl` for the response head of one URL at the address that was tested; null where URL or address is not safe to paste. */
export function curlLine({ host, address, url }: Location, ...options: readonly string[]): string | null {
  if (url === undefined || !plainUrl.test(url)) return null;
  const port = new URL(url).port || (url.startsWith('https:') ? '443' : '80');
  const shown = address?.includes(':') === true ? `[${address}]` : address;
  const resolve =
    shown === undefined || !plain.test(shown) || !plain.test(host) ? '' : ` --resolve ${host}:${port}:${shown}`;
  const given = options.map((option) => ` ${option}`).join('');
  return `Reproduce: curl -sk -o /dev/null -D -${given}${resolve} ${/[?&;#!~]/.test(url) ? `'${url}'` : url}`;
}
