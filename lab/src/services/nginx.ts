import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, endpoint, namesOf } from '../hosts/endpoints.ts';
import type { Endpoint, EndpointCertificate } from '../hosts/endpoint.ts';
import { runFolder } from '../machine/paths.ts';
import { certificateFiles, dh1024File } from '../issuance/files.ts';
import { defaultPages } from '../servers/groups.ts';
import { badCiphers } from '../servers/tls/modern-tls.ts';
import type { Page, Pages } from '../sites/site.ts';
import { sites } from '../servers/sites.data.ts';
import { packaged, socketAddress, type Service, type Skipped } from './service.ts';

/** How nginx speaks TLS for a host. */
interface Profile {
  readonly versions: string;
  readonly ciphers: string;
  readonly more: string;
  readonly listen: string;
  /** What is otherwise at the IPv6 address. */
  readonly ipv6?: Partial<Profile>;
}

const modern = { versions: 'TLSv1.2 TLSv1.3', ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20', listen: 'ssl' };

const plainMore = 'ssl_prefer_server_ciphers on; server_tokens off;';

const ticketKeyFile = join(runFolder, 'nginx-ticket.key');
/** AES-256 and HMAC, as nginx takes them. */
const ticketKeyBytes = 80;

const profiles: Readonly<Record<string, Profile>> = {
  'names-apart.lab': { ...modern, more: 'ssl_session_tickets off; ssl_session_cache off; server_tokens off;' },
  'six-certificate.lab': { ...modern, more: plainMore },
  'six-protocol.lab': { ...modern, more: plainMore, ipv6: { versions: 'TLSv1.2' } },
  'six-suites.lab': { ...modern, more: plainMore, ipv6: { ciphers: `${modern.ciphers}:ECDHE+AES128` } },
  'six-order.lab': { ...modern, more: plainMore, ipv6: { more: 'server_tokens off;' } },
  'early-data.lab': { ...modern, more: 'ssl_early_data on; server_tokens off;' },
  'ticket-key.lab': { ...modern, more: `ssl_session_ticket_key ${ticketKeyFile}; server_tokens off;` },
  'good.lab': {
    versions: 'TLSv1.2 TLSv1.3',
    ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20',
    more: 'ssl_prefer_server_ciphers on; ssl_session_cache shared:good:1m; server_tokens off;',
    listen: 'ssl http2',
  },
  'bad.lab': {
    versions: 'TLSv1 TLSv1.1 TLSv1.2',
    ciphers: badCiphers,
    more: `ssl_dhparam ${dh1024File}; ssl_prefer_server_ciphers off; server_tokens on;`,
    listen: 'ssl',
  },
};

/** One nginx for the sites that want a real web server. */
export function nginxService(): Service | Skipped {
  const rows = Object.keys(profiles).map(endpoint);
  const file = join(runFolder, 'nginx.conf');
  writeFileSync(ticketKeyFile, randomBytes(ticketKeyBytes), { mode: 0o600 });
  writeFileSync(file, configuration(rows.map(serverBlocks).join('')));
  const listens = rows.flatMap((row) =>
    addressesOf(row).flatMap((address) => row.ports.map((port) => socketAddress(address, port))),
  );
  return packaged({
    name: 'nginx',
    command: 'nginx',
    package: 'nginx-light',
    args: ['-c', file, '-e', 'stderr'],
    listens,
  });
}

function configuration(servers: string): string {
  const asRoot = process.env.PERIMETER_LAB_ROOTLESS === undefined ? 'user root;' : 'user root; master_process off;';
  return `daemon off; ${asRoot} worker_processes 1; pid ${runFolder}/nginx.pid; error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off; default_type text/html; ssl_session_timeout 5m;
  client_body_temp_path ${runFolder}/nginx-body; proxy_temp_path ${runFolder}/nginx-proxy; fastcgi_temp_path ${runFolder}/nginx-fastcgi;
  uwsgi_temp_path ${runFolder}/nginx-uwsgi; scgi_temp_path ${runFolder}/nginx-scgi;
${servers}}
`;
}

/** One server on port 80, and on 443 one for each set of certificates: the ordinary one, and that of the name with www. */
function serverBlocks(row: Endpoint): string {
  const site = sites(new Date())[row.host] ?? { http: defaultPages(row), https: defaultPages(row) };
  const profile = profiles[row.host];
  if (profile === undefined) throw new Error(`Configuring nginx: ${row.host} has no profile`);
  const cases = [...new Set((row.certificates ?? []).map(({ served }) => served))];
  const secure = cases.flatMap((served) => {
    const names = served === 'www' ? (row.aliases ?? []) : namesOf(row);
    return families(row, profile, served).map(([addresses, spoken]) => {
      const settings = `${tlsSettings(spoken)} ${certificateSettings(row, served)}`;
      return serverBlock({ row, addresses, names, port: 443, parameters: spoken.listen, settings, pages: site.https });
    });
  });
  const tokens = profile.more.includes('server_tokens off') ? 'server_tokens off;' : '';
  const plain = row.ports.includes(80)
    ? [
        serverBlock({
          row,
          addresses: addressesOf(row),
          names: namesOf(row),
          port: 80,
          parameters: '',
          settings: tokens,
          pages: site.http,
        }),
      ]
    : [];
  return [...plain, ...secure].join('');
}

const isIpv6 = (address: string): boolean => address.includes(':');

/** Addresses that behave alike: a family is separate if it has its own certificate or settings. */
function families(
  row: Endpoint,
  profile: Profile,
  served: EndpointCertificate['served'],
): readonly (readonly [addresses: readonly string[], profile: Profile])[] {
  const all = addressesOf(row);
  const [four, six] = [all.filter((one) => !isIpv6(one)), all.filter(isIpv6)];
  if (served === 'ipv4') return [[four, profile]];
  if (served === 'ipv6') return [[six, profile]];
  if (profile.ipv6 === undefined) return [[all, profile]];
  return [
    [four, profile],
    [six, { ...profile, ...profile.ipv6 }],
  ];
}

function tlsSettings({ versions, ciphers, more }: Profile): string {
  return `ssl_protocols ${versions}; ssl_ciphers ${ciphers}; ${more}`;
}

function certificateSettings(row: Endpoint, served: EndpointCertificate['served']): string {
  return certificateFiles(row)
    .filter(({ wanted }) => wanted.served === served)
    .map(({ chain, key }) => `ssl_certificate ${chain}; ssl_certificate_key ${key};`)
    .join(' ');
}

interface ServerBlock {
  readonly row: Endpoint;
  readonly addresses: readonly string[];
  readonly names: readonly string[];
  readonly port: number;
  readonly parameters: string;
  readonly settings: string;
  readonly pages: Pages;
}

/** `backlog` may stand only once for each address and port. */
function serverBlock({ row, addresses, names, port, parameters, settings, pages }: ServerBlock): string {
  const backlog = names.includes(row.host) ? 'backlog=1024' : '';
  const listens = addresses.map((address) => `listen ${socketAddress(address, port)} ${parameters} ${backlog};`);
  const locations = Object.entries(pages).map(
    ([path, page]) => `    location ${path === '*' ? '/' : `= ${path}`} { ${answer(page)} }\n`,
  );
  return `  server {\n    ${listens.join(' ')} server_name ${names.join(' ')}; ${settings}\n${locations.join('')}  }\n`;
}

/** `return` sets Location and Content-Type itself; all other lines are added, whatever the status. */
function answer({ status, headers, body }: Page): string {
  const value = (name: string): string | undefined => headers.find(([candidate]) => candidate === name)?.[1];
  const added = headers
    .filter(([name]) => name !== 'Location' && name !== 'Content-Type')
    .map(([name, content]) => `add_header ${name} ${quoted(content)} always;`);
  const type = value('Content-Type');
  const typed = type === undefined ? '' : `default_type ${quoted(type)};`;
  return `${typed} ${added.join(' ')} return ${status} ${quoted(value('Location') ?? body)};`;
}

function quoted(text: string): string {
  if (text.includes('$')) throw new Error('Configuring nginx: a dollar sign cannot be written literally');
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
