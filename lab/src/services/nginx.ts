import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, endpoint, namesOf } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { runFolder } from '../paths.ts';
import { certificateFiles, dh1024File } from '../pki/store.ts';
import { badCiphers } from '../servers/modern-tls.ts';
import type { Page, Pages } from '../servers/site.ts';
import { sites } from '../servers/sites.data.ts';
import { packaged, socketAddress } from './service.ts';
import type { Service, Skipped } from './service.ts';

/** How nginx speaks TLS for a host. */
const profiles = {
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
} as const;

/** One nginx for the sites that want a real web server. */
export function nginxService(): Service | Skipped {
  const hosts = ['good.lab', 'bad.lab'] as const;
  const file = join(runFolder, 'nginx.conf');
  writeFileSync(file, configuration(hosts.map((host) => serverBlocks(host)).join('')));
  const listens = hosts
    .map(endpoint)
    .flatMap((row) => addressesOf(row).flatMap((address) => row.ports.map((port) => socketAddress(address, port))));
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

function serverBlocks(host: keyof typeof profiles): string {
  const row = endpoint(host);
  const site = sites(new Date())[host];
  if (site === undefined) throw new Error(`Configuring nginx: ${host} has no pages`);
  const { versions, ciphers, more, listen } = profiles[host];
  const certificates = certificateFiles(row)
    .map(({ chain, key }) => `ssl_certificate ${chain}; ssl_certificate_key ${key};`)
    .join(' ');
  const tls = `${certificates} ssl_protocols ${versions}; ssl_ciphers ${ciphers}; ${more}`;
  return (
    serverBlock(row, 80, '', more.includes('server_tokens off') ? 'server_tokens off;' : '', site.http) +
    serverBlock(row, 443, listen, tls, site.https)
  );
}

function serverBlock(row: Endpoint, port: number, parameters: string, settings: string, pages: Pages): string {
  const listens = addressesOf(row).map(
    (address) => `listen ${socketAddress(address, port)} ${parameters} backlog=1024;`,
  );
  const locations = Object.entries(pages).map(
    ([path, page]) => `    location ${path === '*' ? '/' : `= ${path}`} { ${answer(page)} }\n`,
  );
  return `  server {\n    ${listens.join(' ')} server_name ${namesOf(row).join(' ')}; ${settings}\n${locations.join('')}  }\n`;
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
