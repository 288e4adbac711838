import { type CommandTarget, reproduceLine } from '../../../catalogue/reproduce.ts';

const socketOf = ({ address, port }: CommandTarget): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** `openssl s_client` that begins TLS by STARTTLS, with options and what its output goes through. */
export const startTlsLine = (target: CommandTarget, options = '', pipe = ''): string | null =>
  reproduceLine(
    `openssl s_client -starttls smtp -connect ${socketOf(target)} -servername ${target.serverName}${options} </dev/null${pipe}`,
    target,
  );

/** Sends lines of SMTP in plaintext, slowly enough that servers do not take them for a spammer's, and ends by QUIT. */
export function smtpLine(target: CommandTarget, ...commands: readonly string[]): string | null {
  const lines = [...commands, 'QUIT'].map((command) => `sleep 1; printf '${command}\\r\\n'`).join('; ');
  return reproduceLine(`(${lines}; sleep 1) | nc ${target.address} ${target.port}`, target);
}
