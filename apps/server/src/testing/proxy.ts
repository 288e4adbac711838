import { findCommand } from '@perimeter/lab/machine/commands';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedBlock } from './printed-block.ts';
import { temporaryDirectory } from './temporary.ts';

const run = promisify(execFile);

/** The machine's nginx with the configuration in docs/operations.md, on ports 80 and 443 of loopback. */
export interface Proxy {
  /** PEM file of the root of its certificate. */
  root: string;
  stop: () => Promise<void>;
}

async function makeCertificate(
  directory: string,
  names: readonly string[],
): Promise<Record<'chain' | 'key' | 'root', string>> {
  const at = (name: string): string => path.join(directory, name);
  const ec = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  await run('openssl', [...ec, '-subj', '/CN=Root', '-keyout', at('root.key'), '-out', at('root.pem')]);
  const issuer = ['-CA', at('root.pem'), '-CAkey', at('root.key')];
  const extensions = [
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
    'basicConstraints=critical,CA:FALSE',
    'extendedKeyUsage=serverAuth',
  ].flatMap((extension) => ['-addext', extension]);
  await run('openssl', [
    ...ec,
    ...issuer,
    ...extensions,
    '-subj',
    '/CN=Leaf',
    '-keyout',
    at('key.pem'),
    '-out',
    at('leaf.pem'),
  ]);
  return { chain: at('leaf.pem'), key: at('key.pem'), root: at('root.pem') };
}

/** The printed configuration for each name, with the page that the name serves at its root. */
function configuration(pages: Readonly<Record<string, string>>, chain: string, key: string): string {
  const printed = printedBlock('nginx', 'upstream perimeter');
  const [upstream = '', ...rest] = printed.split(/(?=^server )/mu);
  const servers = rest
    .join('')
    .replace(/^(\s*ssl_certificate) .*$/mu, `$1 ${chain};`)
    .replace(/^(\s*ssl_certificate_key) .*$/mu, `$1 ${key};`);
  const named = Object.entries(pages).map(([name, page]) => {
    const own = servers.replaceAll('server_name perimeter.example;', `server_name ${name};`);
    const root = `  location = / {\n    proxy_pass http://perimeter${page};\n  }\n  location / {`;
    return page === '/' ? own : own.replace('  location / {', root);
  });
  return `${upstream}${named.join('')}`;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts nginx; each name serves a page of the service at its root. */
export async function startProxy(pages: Readonly<Record<string, string>>): Promise<Proxy> {
  const directory = await temporaryDirectory();
  await chmod(directory, 0o755);
  const { chain, key, root } = await makeCertificate(directory, Object.keys(pages));
  const printed = path.join(directory, 'perimeter.conf');
  await writeFile(printed, configuration(pages, chain, key));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  const whole = path.join(directory, 'nginx.conf');
  const master = process.env['PERIMETER_LAB_ROOTLESS'] === undefined ? '' : 'master_process off;';
  await writeFile(
    whole,
    `daemon off; user root; ${master} pid ${directory}/nginx.pid; error_log stderr warn; events {} http { access_log off; ${temporary.join(' ')} include ${printed}; }`,
  );
  const nginx = findCommand('nginx');
  if (nginx === undefined) throw new Error('nginx is not installed');
  const child = spawn(nginx, ['-c', whole, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  while (!(await listens(443))) {
    if (child.exitCode !== null) throw new Error(complaint);
    await sleep(20);
  }
  return {
    root,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGQUIT');
      await gone;
    },
  };
}
