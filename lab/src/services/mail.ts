import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoint } from '../hosts/endpoints.ts';
import { runFolder } from '../machine/paths.ts';
import { certificateFiles } from '../issuance/files.ts';
import { packaged, type Service, type Skipped } from './service.ts';

const masterTemplate = '/usr/share/postfix/master.cf.dist';
/** Its own start script examines the whole system first, which takes a second of CPU time. */
const masterProgram = '/usr/lib/postfix/sbin/master';
const queues = [
  'active',
  'bounce',
  'corrupt',
  'defer',
  'deferred',
  'flush',
  'hold',
  'incoming',
  'maildrop',
  'pid',
  'private',
  'public',
  'saved',
  'trace',
];

/** Postfix with its queue, its state and its configuration in the lab's own folder; it delivers nothing to anybody. */
export function postfixService(): Service | Skipped {
  const reason = 'master of the package postfix is not installed, or this is not root';
  const isRootless = process.env['PERIMETER_LAB_ROOTLESS'] !== undefined;
  if (isRootless || !existsSync(masterTemplate) || !existsSync(masterProgram))
    return { kind: 'skipped', name: 'postfix.lab', reason };
  const row = endpoint('postfix.lab');
  const [files] = certificateFiles(row);
  const folder = join(runFolder, 'postfix');
  for (const name of ['etc', 'queue', 'data']) mkdirSync(join(folder, name), { recursive: true });
  const master = readFileSync(masterTemplate, 'utf8').replace(/^(\S+\s+\S+\s+\S+\s+\S+\s+)y(\s)/gm, '$1n$2');
  writeFileSync(join(folder, 'etc', 'master.cf'), master);
  writeFileSync(
    join(folder, 'etc', 'main.cf'),
    `compatibility_level = 3.6
myhostname = ${row.host}
mydestination =
inet_interfaces = ${row.address}
inet_protocols = ipv4
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = /dev/stdout
maillog_file_prefixes = /dev
alias_maps =
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${files?.chain ?? ''}
smtpd_tls_key_file = ${files?.key ?? ''}
smtpd_relay_restrictions = reject
`,
  );
  for (const name of queues) mkdirSync(join(folder, 'queue', name), { recursive: true });
  execFileSync('chown', ['-R', 'postfix', join(folder, 'data'), ...queues.map((name) => join(folder, 'queue', name))]);
  copyIfThere('dynamicmaps.cf', folder);
  return {
    kind: 'service',
    name: row.host,
    command: masterProgram,
    args: ['-c', join(folder, 'etc'), '-s'],
    network: 'internet',
    listens: [`${row.address}:25`],
  };
}

function copyIfThere(name: string, folder: string): void {
  const source = join('/usr/share/postfix', name);
  if (existsSync(source)) copyFileSync(source, join(folder, 'etc', name));
}

/** Dovecot in the foreground, IMAP only; it knows no user. */
export function dovecotService(): Service | Skipped {
  const row = endpoint('dovecot.lab');
  const [files] = certificateFiles(row);
  const folder = join(runFolder, 'dovecot');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  // Dovecot links its configuration into its own folder.
  const file = join(runFolder, 'dovecot.conf');
  writeFileSync(
    file,
    `base_dir = ${folder}
state_dir = ${folder}
protocols = imap
listen = ${row.address}
log_path = /dev/stderr
ssl = yes
ssl_min_protocol = TLSv1
ssl_cipher_list = DEFAULT:@SECLEVEL=0
ssl_cert = <${files?.chain ?? ''}
ssl_key = <${files?.key ?? ''}
ssl_dh =
passdb {
  driver = static
  args = nopassword=n password=none
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=/nonexistent
}
`,
  );
  return packaged({
    name: row.host,
    command: 'dovecot',
    package: 'dovecot-imapd',
    args: ['-F', '-c', file],
    listens: row.ports.map((port) => `${row.address}:${port}`),
  });
}
