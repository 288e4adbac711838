import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { type Daemon, filesOf } from './daemon.ts';

const ftp = (host: string, tls: (files: { chain: string; key: string }) => string): Daemon => ({
  service: 'ftp',
  host,
  programs: [['vsftpd', 'vsftpd']],
  needsRoot: true,
  ports: [21],
  prepare: ({ address, write, make }) => [
    write(
      'vsftpd.conf',
      `listen=YES
listen_ipv6=NO
listen_address=${address}
background=NO
anonymous_enable=NO
local_enable=YES
seccomp_sandbox=NO
secure_chroot_dir=${make('empty')}
${tls(filesOf(host))}`,
    ),
  ],
});

const telnet: Daemon = {
  service: 'telnet',
  host: 'exposed2-logins.lab',
  programs: [
    ['inetutils-inetd', 'inetutils-inetd'],
    ['telnetd', 'inetutils-telnetd'],
  ],
  needsRoot: true,
  ports: [23],
  prepare: ({ address, folder, write }) => [
    '-d',
    `--pidfile=${folder}/pid`,
    write('inetd.conf', `${address}:telnet stream tcp nowait root /usr/sbin/telnetd telnetd\n`),
  ],
};

const mailAccess = (host: string, tls: (files: { chain: string; key: string }) => string): Daemon => ({
  service: 'imap',
  host,
  programs: [
    ['dovecot', 'dovecot-imapd'],
    ['../lib/dovecot/pop3', 'dovecot-pop3d'],
  ],
  needsRoot: true,
  ports: [110, 143],
  prepare: ({ address, make, write }) => {
    const folder = make('base');
    for (const one of [folder, `${folder}/..`]) chmodSync(one, 0o755);
    const login = (protocol: string): string =>
      `service ${protocol}-login {\n  inet_listener ${protocol}s {\n    port = 0\n  }\n}\n`;
    const file = write(
      'dovecot.conf',
      `base_dir = ${folder}
state_dir = ${folder}
protocols = imap pop3
listen = ${address}
log_path = /dev/stderr
${login('imap')}${login('pop3')}${tls(filesOf(host))}passdb {
  driver = static
  args = nopassword=n password=none
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=/nonexistent
}
`,
    );
    return ['-F', '-c', file];
  },
});

const ssh = (host: string, keyOf: string, settings: string): Daemon => ({
  service: 'ssh',
  host,
  programs: [['sshd', 'openssh-server']],
  needsRoot: true,
  ports: [22],
  prepare: ({ address, folder, write }) => {
    // Where sshd drops its privileges; Debian makes it when the service starts.
    mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const key = write('host_key', readFileSync(filesOf(keyOf).key, 'utf8'), 0o600);
    const file = write(
      'sshd_config',
      `ListenAddress ${address}:22\nHostKey ${key}\nPidFile ${folder}/pid\nUsePAM no\nMaxStartups 100\nLoginGraceTime 20\n${settings}`,
    );
    return ['-D', '-e', '-f', file];
  },
});

const weakSsh = `KexAlgorithms +diffie-hellman-group1-sha1,diffie-hellman-group14-sha1,diffie-hellman-group-exchange-sha1
HostKeyAlgorithms ssh-rsa
Ciphers +3des-cbc,aes128-cbc
MACs +hmac-md5,hmac-sha1-96
`;

/** Log-ins: FTP and mail in the clear and with TLS, telnet, and OpenSSH as Debian has it and with its weak algorithms. */
export const loginDaemons: readonly Daemon[] = [
  ftp('exposed2-logins.lab', () => 'ssl_enable=NO\n'),
  ftp(
    'guarded2-logins.lab',
    ({ chain, key }) => `ssl_enable=YES\nrsa_cert_file=${chain}\nrsa_private_key_file=${key}\n`,
  ),
  telnet,
  mailAccess('exposed2-logins.lab', () => 'ssl = no\ndisable_plaintext_auth = no\n'),
  mailAccess(
    'guarded2-logins.lab',
    ({ chain, key }) => `ssl = yes\nssl_cert = <${chain}\nssl_key = <${key}\nssl_dh =\n`,
  ),
  ssh('ssh-modern.lab', 'ssh-modern.lab', ''),
  ssh('ssh-weak.lab', 'dovecot.lab', weakSsh),
];
