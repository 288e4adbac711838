import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../machine/commands.ts';
import { forwardedPorts } from '../hosts/addresses.ts';
import { endpoint } from '../hosts/endpoints.ts';
import { legacyNodePath, type LegacyNodeVersion } from '../machine/legacy-node.ts';
import { labFolder, runFolder } from '../machine/paths.ts';
import { pem } from '../pki/pem.ts';
import {
  certificateFiles,
  dh1024File,
  dh2048File,
  pkcs12Password,
  pkiFolder,
  type CertificateFiles,
} from '../issuance/files.ts';
import { apacheService } from './apache.ts';
import { javaService } from './java.ts';
import { ownService, packaged, type Service, type Skipped } from './service.ts';

const legacyFolder = join(labFolder, 'src', 'legacy');
const weakestOpenssl = { OPENSSL_CONF: join(legacyFolder, 'openssl.cnf') };

/** The TLS stacks of other projects. */
export function tlsServices(): readonly (Service | Skipped)[] {
  return [
    opensslService(),
    timestampService(),
    dh1024Service(),
    gnutlsService(),
    nssService(),
    javaService(),
    oldNodeService('old101.lab', '0.10.24'),
    oldNodeService('old100.lab', '0.8.28'),
    oldNodeService('old102.lab', '4.9.1', { dhParameters: dh1024File }),
    oldNodeService('old102s.lab', '8.17.0', { dhParameters: dh1024File }),
    oldNodeService('old111.lab', '16.20.2', { dhParameters: dh1024File }),
    oldNodeService('only-export.lab', '0.8.28', { ciphers: 'EXPORT' }),
    oldNodeService('only-des.lab', '0.10.24', { ciphers: 'DES-CBC-SHA' }),
    oldNodeService('only-null.lab', '0.10.24', { ciphers: 'eNULL' }),
    oldNodeService('only-anonymous.lab', '4.9.1', { dhParameters: dh1024File, ciphers: 'ADH' }),
    apacheService(),
    haproxyService(),
    stunnelService(),
    ownService('forward', []),
  ];
}

function filesOf(host: string): CertificateFiles {
  const [files] = certificateFiles(endpoint(host));
  if (files === undefined) throw new Error(`Configuring ${host}: it has no certificate`);
  return files;
}

const listens = (host: string): readonly string[] => [`${endpoint(host).address}:443`];

function opensslService(): Service | Skipped {
  const [rsa, ecdsa] = certificateFiles(endpoint('ossl3.lab'));
  const first = ['-cert', rsa?.leaf ?? '', '-cert_chain', join(pkiFolder, 'r1.crt'), '-key', rsa?.key ?? ''];
  const second = ['-dcert', ecdsa?.leaf ?? '', '-dcert_chain', join(pkiFolder, 'e1.crt'), '-dkey', ecdsa?.key ?? ''];
  return packaged({
    name: 'ossl3.lab',
    command: 'openssl',
    package: 'openssl',
    args: [
      ...sServer('ossl3.lab'),
      ...first,
      ...second,
      '-cipher',
      'ALL:COMPLEMENTOFALL:@SECLEVEL=0',
      '-dhparam',
      dh1024File,
      '-min_protocol',
      'TLSv1',
    ],
    env: weakestOpenssl,
    listens: listens('ossl3.lab'),
  });
}

/** ServerHello and Certificate are where TLS 1.2 and 1.3 have the extension, answers to a hello that asked (openssl/ssl.h, SSL_EXT_*). */
const timestampContext = 0x0080 | 0x0100 | 0x1000;
/** signed_certificate_timestamp (RFC 6962 section 3.3.1). */
const timestampExtension = 18;

/** Delivers timestamps in the handshake, which neither Node nor nginx does. */
function timestampService(): Service | Skipped {
  const host = 'cert-public-handshake.lab';
  const { leaf, key, timestamps } = filesOf(host);
  const content = readFileSync(timestamps);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(timestampContext, 0);
  head.writeUInt16BE(timestampExtension, 4);
  head.writeUInt16BE(content.length, 6);
  const info = join(runFolder, 'timestamps.pem');
  writeFileSync(info, pem('SERVERINFOV2 FOR TIMESTAMPS', Buffer.concat([head, content])));
  const certificate = ['-cert', leaf, '-cert_chain', join(pkiFolder, 'public-e1.crt'), '-key', key];
  return packaged({
    name: host,
    command: 'openssl',
    package: 'openssl',
    args: [...sServer(host), ...certificate, '-serverinfo', info, '-min_protocol', 'TLSv1.2'],
    listens: listens(host),
  });
}

function sServer(host: string): readonly string[] {
  return ['s_server', '-accept', `${endpoint(host).address}:443`, '-www', '-quiet'];
}

function dh1024Service(): Service | Skipped {
  const { leaf, key } = filesOf('dh1024.lab');
  const suites =
    'DHE+AESGCM:DHE-RSA-AES128-SHA:DHE-RSA-AES256-SHA:DHE-RSA-AES128-SHA256:DHE-RSA-AES256-SHA256:@SECLEVEL=0';
  const protocol = ['-min_protocol', 'TLSv1', '-max_protocol', 'TLSv1.2', '-serverpref'];
  return packaged({
    name: 'dh1024.lab',
    command: 'openssl',
    package: 'openssl',
    args: [
      ...sServer('dh1024.lab'),
      '-cert',
      leaf,
      '-key',
      key,
      '-cipher',
      suites,
      '-dhparam',
      dh1024File,
      ...protocol,
    ],
    env: weakestOpenssl,
    listens: listens('dh1024.lab'),
  });
}

/** Debian builds GnuTLS without SSL 3.0. */
function gnutlsService(): Service | Skipped {
  const { chain, key } = filesOf('gnutls.lab');
  const priority = [
    'NORMAL:+VERS-TLS1.0:+VERS-TLS1.1:+VERS-TLS1.3:+ARCFOUR-128:+3DES-CBC:+NULL:+ANON-DH:+ANON-ECDH:+DHE-RSA:+RSA:+MD5',
    '+CAMELLIA-128-CBC:+AES-128-CCM-8:+SIGN-ALL:+GROUP-ALL:%COMPAT:%VERIFY_ALLOW_BROKEN',
  ].join(':');
  const port = forwardedPorts['gnutls.lab'];
  return packaged({
    name: 'gnutls.lab',
    command: 'gnutls-serv',
    package: 'gnutls-bin',
    args: [
      '--http',
      '--quiet',
      '-p',
      String(port),
      '--x509certfile',
      chain,
      '--x509keyfile',
      key,
      '--priority',
      priority,
    ],
    listens: [],
  });
}

/** selfserv refuses SSL 3.0 and TLS 1.3 in one range. */
function nssService(): Service | Skipped {
  const certutil = findCommand('certutil');
  const pk12util = findCommand('pk12util');
  if (certutil === undefined || pk12util === undefined)
    return { kind: 'skipped', name: 'nss.lab', reason: 'certutil of the package libnss3-tools is not installed' };
  const database = join(runFolder, 'nss');
  mkdirSync(database, { recursive: true });
  const noPassword = join(database, 'no-password');
  writeFileSync(noPassword, '\n');
  execFileSync(certutil, ['-N', '-d', `sql:${database}`, '--empty-password'], { stdio: 'ignore' });
  execFileSync(pk12util, ['-i', filesOf('nss.lab').pkcs12, '-d', `sql:${database}`, '-W', pkcs12Password, '-K', ''], {
    stdio: 'ignore',
  });
  const suites =
    ':C030:C02F:CCA8:C014:C013:C012:C011:009F:009E:0039:0033:0016:0015:0035:002F:000A:0009:0005:0004:0002:0001:003B';
  return packaged({
    name: 'nss.lab',
    command: 'selfserv',
    package: 'libnss3-tools',
    args: [
      '-n',
      'lab',
      '-p',
      String(forwardedPorts['nss.lab']),
      '-d',
      `sql:${database}`,
      '-f',
      noPassword,
      '-V',
      'ssl3:tls1.2',
      '-H',
      '1',
      '-W',
      '1',
      '-u',
      '-c',
      suites,
    ],
    env: { NSS_IGNORE_SYSTEM_POLICY: '1' },
    listens: [],
  });
}

/** Options of an old server besides its certificate. */
interface OldNodeOptions {
  readonly dhParameters?: string;
  /** In the words of OpenSSL; all that it has without it. */
  readonly ciphers?: string;
}

function oldNodeService(
  host: string,
  version: LegacyNodeVersion,
  { dhParameters, ciphers }: OldNodeOptions = {},
): Service | Skipped {
  const binary = legacyNodePath(version);
  if (!existsSync(binary))
    return { kind: 'skipped', name: host, reason: `Node ${version} has not been fetched: npm run lab -- install` };
  const { traditionalKey, chain } = filesOf(host);
  const args = [join(legacyFolder, 'tls-server.cjs'), endpoint(host).address, '443', traditionalKey, chain];
  return {
    kind: 'service',
    name: host,
    command: binary,
    args: dhParameters === undefined ? args : [...args, dhParameters],
    ...(ciphers === undefined ? {} : { env: { LAB_CIPHERS: ciphers } }),
    network: 'internet',
    listens: listens(host),
  };
}

function haproxyService(): Service | Skipped {
  const file = join(runFolder, 'haproxy.cfg');
  const tls =
    'ciphers ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-SHA:AES128-SHA ssl-min-ver TLSv1.2 ssl-max-ver TLSv1.2 no-tls-tickets alpn h2,http/1.1';
  writeFileSync(
    file,
    `global
  maxconn 4000
defaults
  mode http
  timeout client 10s
  timeout server 10s
  timeout connect 5s
frontend lab
  bind ${endpoint('haproxy.lab').address}:443 ssl crt ${filesOf('haproxy.lab').both} ${tls}
  http-request return status 200 content-type text/plain string haproxy
frontend stats
  bind ${endpoint('haproxy-stats.lab').address}:443 ssl crt ${filesOf('haproxy-stats.lab').both} ciphers ECDHE-RSA-AES256-GCM-SHA384 ssl-min-ver TLSv1.2 ssl-max-ver TLSv1.2 alpn http/1.1
  stats enable
  default_backend shop
backend shop
  http-request return status 404 content-type text/plain string none unless { path / }
  http-request return status 200 content-type text/plain string haproxy
`,
  );
  return packaged({
    name: 'haproxy.lab',
    command: 'haproxy',
    package: 'haproxy',
    args: ['-f', file, '-db'],
    listens: ['haproxy.lab', 'haproxy-stats.lab'].flatMap(listens),
  });
}

function stunnelService(): Service | Skipped {
  const file = join(runFolder, 'stunnel.conf');
  const { chain, key } = filesOf('stunnel.lab');
  // Without a group among its certificates stunnel searches for one of its own all the time.
  const chainAndGroup = join(runFolder, 'stunnel.pem');
  writeFileSync(chainAndGroup, [chain, dh2048File].map((name) => readFileSync(name, 'utf8')).join(''));
  writeFileSync(
    file,
    `foreground = yes
pid =
[lab]
accept = ${endpoint('stunnel.lab').address}:443
connect = ${endpoint('bad.lab').address}:80
cert = ${chainAndGroup}
key = ${key}
sslVersionMin = TLSv1
ciphers = DEFAULT@SECLEVEL=0
`,
  );
  return packaged({
    name: 'stunnel.lab',
    command: 'stunnel4',
    package: 'stunnel4',
    args: [file],
    env: weakestOpenssl,
    listens: listens('stunnel.lab'),
  });
}
