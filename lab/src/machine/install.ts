import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { installLegacyNodes } from './legacy-node.ts';
import { findCommand } from './commands.ts';
import { say } from './say.ts';

/** A Debian package and a command that proves it is there. */
interface DebianPackage {
  readonly name: string;
  readonly command: string;
}

/** What the lab runs, what its tests compare against, and the tools of the commands that reports print. */
const corePackages: readonly DebianPackage[] = [
  { name: 'nginx-light', command: 'nginx' },
  { name: 'nsd', command: 'nsd' },
  { name: 'unbound', command: 'unbound' },
  { name: 'bind9', command: 'named' },
  { name: 'ldnsutils', command: 'ldns-signzone' },
  { name: 'knot', command: 'knotd' },
  { name: 'pdns-server', command: 'pdns_server' },
  { name: 'pdns-backend-bind', command: 'pdnsutil' },
  { name: 'dnsviz', command: 'dnsviz' },
  { name: 'haproxy', command: 'haproxy' },
  { name: 'stunnel4', command: 'stunnel4' },
  { name: 'apache2-bin', command: 'apache2' },
  { name: 'postfix', command: 'postfix' },
  { name: 'dovecot-imapd', command: 'dovecot' },
  { name: 'dovecot-pop3d', command: '../lib/dovecot/pop3' },
  { name: 'redis-server', command: 'redis-server' },
  { name: 'memcached', command: 'memcached' },
  { name: 'rsync', command: 'rsync' },
  { name: 'mariadb-server-core', command: 'mariadbd' },
  { name: 'postgresql', command: 'initdb' },
  { name: 'rpcbind', command: 'rpcbind' },
  { name: 'xrdp', command: 'xrdp' },
  { name: 'tigervnc-standalone-server', command: 'Xtigervnc' },
  { name: 'etcd-server', command: 'etcd' },
  { name: 'mosquitto', command: 'mosquitto' },
  { name: 'vsftpd', command: 'vsftpd' },
  { name: 'inetutils-inetd', command: 'inetutils-inetd' },
  { name: 'inetutils-telnetd', command: 'telnetd' },
  { name: 'openssh-server', command: 'sshd' },
  { name: 'slapd', command: 'slapd' },
  { name: 'samba', command: 'smbd' },
  { name: 'snmpd', command: 'snmpd' },
  { name: 'gnutls-bin', command: 'gnutls-serv' },
  { name: 'libnss3-tools', command: 'selfserv' },
  { name: 'openssl', command: 'openssl' },
  { name: 'iproute2', command: 'ip' },
  { name: 'util-linux', command: 'nsenter' },
  { name: 'curl', command: 'curl' },
  { name: 'poppler-utils', command: 'pdftotext' },
  { name: 'qpdf', command: 'qpdf' },
  { name: 'libxml2-utils', command: 'xmllint' },
  { name: 'cmark-gfm', command: 'cmark-gfm' },
  { name: 'testssl.sh', command: 'testssl' },
  { name: 'nmap', command: 'nmap' },
  { name: 'bsdextrautils', command: 'hexdump' },
  { name: 'bind9-dnsutils', command: 'dig' },
  { name: 'python3', command: 'python3' },
  { name: 'chromium-headless-shell', command: 'chromium-headless-shell' },
];

/** What only the benchmarks need. */
const peerPackages: readonly DebianPackage[] = [
  { name: 'sslscan', command: 'sslscan' },
  { name: 'time', command: 'time' },
  { name: 'zonemaster-cli', command: 'zonemaster-cli' },
];

const policyFile = '/usr/sbin/policy-rc.d';
const policyBackup = '/usr/sbin/policy-rc.d.before-perimeter-lab';

/** The packages of the chosen set whose command is not on this machine. */
export function missingPackages(options: { peers: boolean }): readonly string[] {
  const wanted = options.peers ? [...corePackages, ...peerPackages] : corePackages;
  return wanted.filter(({ command }) => findCommand(command) === undefined).map(({ name }) => name);
}

/**
 * Installs what the lab needs and says what it does; true when everything is there afterwards.
 * Instant when nothing is missing. It changes the machine only as root on a Debian system.
 */
export function installLabPackages(options: { peers: boolean } = { peers: false }): boolean {
  const missing = missingPackages(options);
  const packagesDone = missing.length === 0 || installDebianPackages(missing);
  if (missing.length === 0) say('Every package is there');
  const legacyDone = installLegacyNodes(say);
  return packagesDone && legacyDone;
}

function installDebianPackages(missing: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || findCommand('apt-get') === undefined) {
    say(`Missing: ${missing.join(' ')}`);
    say(
      'Not root on a Debian system, so nothing was installed: apt-get install --no-install-recommends ' +
        missing.join(' '),
    );
    return false;
  }
  say(`Installing ${missing.join(' ')}`);
  return withDaemonsKeptDown(() => {
    if (!apt(['update'])) say('apt-get update failed, trying with the lists that are there');
    return apt(['install', '--yes', '--no-install-recommends', ...missing]);
  });
}

/** Debian starts a daemon on installation unless policy-rc.d returns 101. */
function withDaemonsKeptDown(install: () => boolean): boolean {
  const hadPolicy = existsSync(policyFile);
  const alreadyForbids = hadPolicy && /^\s*exit 101\s*$/m.test(readFileSync(policyFile, 'utf8'));
  if (alreadyForbids) return install();
  if (hadPolicy) renameSync(policyFile, policyBackup);
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return install();
  } finally {
    if (hadPolicy) renameSync(policyBackup, policyFile);
    else rmSync(policyFile);
  }
}

function apt(args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync('apt-get', ['-q', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return true;
  say(`apt-get ${args[0] ?? ''} ended with ${String(result.status)}`);
  process.stderr.write(result.stderr);
  return false;
}
