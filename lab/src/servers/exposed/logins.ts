import { lineService, silent, type TcpFake } from './fake.ts';

/** FTP in the clear (RFC 959), or with AUTH TLS in its features (RFC 4217). */
export const ftp = (hasTls: boolean): TcpFake =>
  lineService('220 FTP server ready\r\n', [
    [/^feat/i, `211-Features:\r\n${hasTls ? ' AUTH TLS\r\n PBSZ\r\n PROT\r\n' : ''} UTF8\r\n211 End\r\n`],
    [/^auth tls/i, hasTls ? '234 Proceed with negotiation.\r\n' : '500 Unknown command.\r\n'],
    [/^/, '530 Please login with USER and PASS.\r\n'],
  ]);

/** POP3: a server without TLS takes USER at once (RFC 2449, RFC 2595). */
export const pop3 = (hasTls: boolean): TcpFake =>
  lineService('+OK ready\r\n', [
    [/^capa/i, `+OK\r\nTOP\r\nUIDL\r\n${hasTls ? 'STLS\r\n' : 'USER\r\nSASL PLAIN LOGIN\r\n'}.\r\n`],
    [/^/, '-ERR Unknown command.\r\n'],
  ]);

/** IMAP: a server with TLS forbids LOGIN before it (RFC 9051 section 6.2.1). */
export const imap = (hasTls: boolean): TcpFake => {
  const words = hasTls ? 'IMAP4rev1 STARTTLS LOGINDISABLED' : 'IMAP4rev1 AUTH=PLAIN AUTH=LOGIN';
  return lineService(`* OK [CAPABILITY ${words}] ready.\r\n`, [
    [/^(\S+) capability/i, `* CAPABILITY ${words}\r\na OK done\r\n`],
    [/^/, 'a BAD Unknown command.\r\n'],
  ]);
};

/** rexec, rlogin and rsh wait for their client. */
export const rservice: TcpFake = silent;
