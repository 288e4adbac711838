import { printAddressPort } from '@perimeter/protocols/dns/address';
import { type CommandTarget, reproduceLine } from './reproduce.ts';
import { helloLine, type HelloToSend } from './reproduce-hello.ts';

/** `openssl s_client` with STARTTLS for SMTP; options, and a pipe for its output. */
export const startTlsLine = (target: CommandTarget, options = '', pipe = ''): string | null =>
  reproduceLine(
    `openssl s_client -starttls smtp -connect ${printAddressPort(target)} -servername ${target.serverName}${options} </dev/null${pipe}`,
    target,
  );

/** Sends SMTP commands in plaintext, slowly enough not to be taken for a spammer, and ends with QUIT. */
export function smtpLine(target: CommandTarget, ...commands: readonly string[]): string | null {
  const lines = [...commands, 'QUIT'].map((command) => `sleep 1; printf '${command}\\r\\n'`).join('; ');
  return reproduceLine(`(${lines}; sleep 1) | curl -sS --max-time 30 telnet://${printAddressPort(target)}`, target);
}

/** Python statements that bring the connection `s` to the point where TLS begins. */
const untilTls = [
  's.recv(999)',
  "s.sendall(b'EHLO audit.invalid\\r\\n')",
  's.recv(999)',
  "s.sendall(b'STARTTLS\\r\\n')",
  's.recv(999)',
];

/** Sends a ClientHello in hex after STARTTLS, and prints the first bytes of the answer. */
export const startTlsHelloLine = (target: CommandTarget, hello: HelloToSend): string | null =>
  helloLine(target, hello, untilTls);

/** Sends STARTTLS and another command in one segment, which no common tool does, and prints what arrives inside TLS. */
export const injectionLine = (target: CommandTarget): string | null =>
  reproduceLine(
    `python3 -c "${[
      'import socket, ssl',
      `s = socket.create_connection(('${target.address}', ${target.port}), 9)`,
      ...untilTls.slice(0, 3),
      "s.sendall(b'STARTTLS\\r\\nNOOP\\r\\n')",
      's.recv(999)',
      's = ssl._create_unverified_context().wrap_socket(s)',
      "print('inside TLS:', s.recv(999))",
    ].join('; ')}"`,
    target,
  );

/** Verifies the certificate against the TLSA records in DNS with OpenSSL; for usage 3 names are not checked (RFC 7672 section 3.1.1). */
export const daneLine = (target: CommandTarget, name: string): string | null =>
  /^[A-Za-z0-9._-]+$/.test(name)
    ? reproduceLine(
        `dig +short TLSA ${name} | sed -n 's/^[0-9].*/-dane_tlsa_rrdata "&"/p' | xargs openssl s_client -starttls smtp -connect ${printAddressPort(target)} -servername ${target.serverName} -dane_tlsa_domain ${target.serverName} -dane_ee_no_namechecks`,
        target,
      )
    : null;
