import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices } from '../../derive/subjects/ports.ts';

/** Why the capabilities of a recognised service cannot be judged. */
const unlisted = ({ port }: OpenPort): Plain => openBy('capabilities-unlisted', { port });

export const svcFtpClear = checkOf(portsOfServices(['ftp']), {
  id: 'svc-ftp-clear',
  title: 'FTP offers TLS',
  finding: 'FTP without TLS',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: (open) => {
    if (open.service === null || open.marks.includes('tls-offered')) return null;
    return open.marks.includes('no-tls')
      ? {
          description: `FTP on port ${open.port} does not offer AUTH TLS: passwords and files cross the network in plaintext. Expected: FTP over TLS (RFC 4217) or SFTP.`,
        }
      : unlisted(open);
  },
});

export const svcMailClear = checkOf(portsOfServices(['pop3', 'imap']), {
  id: 'svc-mail-clear',
  title: 'POP3 and IMAP take passwords over TLS only',
  finding: 'POP3 or IMAP accepts passwords without TLS',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: (open) => {
    if (open.service === null) return null;
    const [offers, plain] = [open.marks.includes('tls-offered'), open.marks.includes('plain-login')];
    if (!offers && !open.marks.includes('no-tls')) return unlisted(open);
    if (offers && !plain) return null;
    const [name, command, tlsPort] = open.service === 'imap' ? ['IMAP', 'STARTTLS', 993] : ['POP3', 'STLS', 995];
    const fault = offers ? 'accepts passwords before TLS begins' : `does not offer ${command}`;
    const risk = plain ? 'passwords' : 'mail and logins by other means than the password itself';
    return {
      description: `${name} on port ${open.port} ${fault}: ${risk} can be read on the way. Expected: port ${tlsPort}, and no login without TLS (RFC 8314).`,
    };
  },
});
