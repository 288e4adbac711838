import { findCommand } from '@perimeter/lab/machine/commands';
import { certificateFiles } from '@perimeter/lab/issuance/files';
import { endpoint } from '@perimeter/lab/hosts/endpoints';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedBlock } from './printed-block.ts';
import { temporaryDirectory } from './temporary.ts';

/** The machine's nginx in the lab, with the configuration in docs/operations.md, on ports 80 and 443 of loopback. */
export interface Proxy {
  stop: () => Promise<void>;
}

/** The printed configuration for each name, with its certificate of the lab and the page that it serves at its root. */
function configuration(pages: Readonly<Record<string, string>>): string {
  const printed = printedBlock('nginx', 'upstream perimeter');
  const [upstream = '', ...rest] = printed.split(/(?=^server )/mu);
  const named = Object.entries(pages).map(([name, page]) => {
    const [files] = certificateFiles(endpoint(name));
    if (files === undefined) throw new Error(`${name} has no certificate`);
    const own = rest
      .join('')
      .replace(/^(\s*ssl_certificate) .*$/mu, `$1 ${files.chain};`)
      .replace(/^(\s*ssl_certificate_key) .*$/mu, `$1 ${files.key};`)
      .replaceAll('server_name perimeter.example;', `server_name ${name};`);
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
  const printed = path.join(directory, 'perimeter.conf');
  await writeFile(printed, configuration(pages));
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
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGQUIT');
      await gone;
    },
  };
}
