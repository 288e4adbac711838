import { serviceAt, serviceRows, sweptWith, testRows } from '../testing/evidence.ts';
import { svcFtpClear, svcMailClear } from './cleartext.ts';

const ftp = serviceAt(21, 'ftp', 'unknown', { marks: ['no-tls'], sent: 'FEAT\\r\\n' });
const imap = serviceAt(143, 'imap', 'unknown', { marks: ['no-tls', 'plain-login'] });

testRows([
  ...serviceRows(svcFtpClear, ftp, 'fail', /does not offer AUTH TLS[^]*FEAT/),
  [svcFtpClear, 'it offers TLS', sweptWith([{ ...ftp, marks: ['tls-offered'] }]), 'pass'],
  [
    svcFtpClear,
    'it refuses FEAT, and AUTH TLS too',
    sweptWith([{ ...ftp, sent: 'AUTH TLS\\n', heard: '220 ready\\n530 Please login with USER and PASS.' }]),
    'fail',
    /does not offer AUTH TLS[^]*530 Please login[^]*AUTH TLS\\r\\n/,
  ],
  [svcFtpClear, 'it lists nothing', sweptWith([{ ...ftp, marks: [] }]), 'inconclusive', /did not list/],
  ...serviceRows(svcMailClear, imap, 'fail', /does not offer STARTTLS: passwords can be read/),
  [
    svcMailClear,
    'passwords before TLS',
    sweptWith([{ ...imap, marks: ['tls-offered', 'plain-login'] }]),
    'fail',
    /before TLS begins/,
  ],
  [svcMailClear, 'none before TLS', sweptWith([{ ...imap, marks: ['tls-offered'] }]), 'pass'],
  [
    svcMailClear,
    'POP3',
    sweptWith([serviceAt(110, 'pop3', 'unknown', { marks: ['no-tls'] })]),
    'fail',
    /STLS: mail and logins by other means.*995/,
  ],
  [svcMailClear, 'it lists nothing', sweptWith([{ ...imap, marks: [] }]), 'inconclusive', /did not list/],
]);
