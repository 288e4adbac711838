// There is no container engine here: the lines of the Dockerfile are run in a clean folder, as the user of the image. By day
// image.slow.test.ts reads them, and runs the question for health.
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { imageLines, imageTexts as of, imageWords as words } from './image-lines.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');
const folder = mkdtempSync('/tmp/perimeter-image-');
after(() => rmSync(folder, { recursive: true, force: true }));
const app = path.join(folder, 'app');

const nodeFirst = `${path.dirname(process.execPath)}:${process.env['PATH']}`;

function copy(text: string): void {
  const names = text.split(' ');
  const to = path.join(app, names.pop() ?? '');
  for (const name of names) {
    const target = text.endsWith('/') ? path.join(to, path.basename(name)) : to;
    mkdirSync(path.dirname(target), { recursive: true });
    // What Dockerfile.dockerignore leaves out.
    cpSync(path.join(repository, name), target, {
      recursive: true,
      filter: (from) => !/\/(?:node_modules|\.data|\.cache)$/u.test(from),
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await takeFreePort(server);
  server.close();
  return port;
}

/** Starts the image's command with its user, its list of users, and a file system that is read-only but for the data. */
function startImage(env: Record<string, string>) {
  const users = path.join(folder, 'passwd');
  copyFileSync('/etc/passwd', users);
  appendFileSync(users, `${/echo '([^']+)' >> \/etc\/passwd/u.exec(of('RUN').join('\n'))?.[1] ?? ''}\n`);
  const [uid = '', gid = ''] = of('USER')[0]?.split(':') ?? [];
  const script = `mount --bind ${users} /etc/passwd; mount --bind ${app} ${app}; mount -o remount,ro,bind ${app}; cd ${app}
exec setpriv --reuid ${uid} --regid ${gid} --clear-groups -- "$@"`;
  const [, ...flags] = words(of('ENTRYPOINT')[0] ?? '[]');
  return spawn('unshare', ['-m', 'sh', '-ec', script, 'sh', process.execPath, ...flags], {
    env: { PATH: nodeFirst, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

test(
  'the lines of the Dockerfile build the service, and its user runs it healthily on a read-only file system',
  { skip: isRoot ? false : 'only root can become another user' },
  async (t) => {
    chmodSync(folder, 0o755);
    for (const [instruction, text] of imageLines) {
      if (instruction === 'COPY' && !text.startsWith('--from')) copy(text);
      // The last of the RUN lines makes the user, which is done where the service starts.
      if (instruction !== 'RUN' || text.includes('/etc/passwd')) continue;
      const offline = text.replace('npm ci ', 'npm ci --offline --no-audit --no-fund ');
      const ran = spawnSync('sh', ['-ec', offline], {
        cwd: app,
        encoding: 'utf8',
        env: { PATH: nodeFirst, HOME: process.env['HOME'] },
      });
      if (ran.stderr.includes('ENOTCACHED')) return t.skip('npm has not kept the packages of the service');
      assert.equal(ran.status, 0, `${text}\n${ran.stderr}`);
    }
    spawnSync('chmod', ['-R', 'a+rX', app]);
    const data = path.join(folder, 'data');
    mkdirSync(data);
    spawnSync('chown', [of('USER')[0] ?? '', data]);
    const set = Object.fromEntries(of('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=', 2))));
    const env = { ...set, HOST: '127.0.0.1', PORT: String(await freePort()), PERIMETER_DATA_DIR: data };
    const child = startImage(env);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [command = '', ...args] = words(of('HEALTHCHECK')[0]?.replace(/^.*? CMD /u, '') ?? '[]');
    assert.equal(command, 'node');
    const isHealthy = (): boolean => spawnSync(process.execPath, args, { env }).status === 0;
    assert.ok(!isHealthy(), 'a service that has not started is not healthy');
    const end = Date.now() + 120_000;
    while (!isHealthy() && child.exitCode === null && Date.now() < end) await pause(500);
    assert.ok(isHealthy(), errors);
    child.kill(of('STOPSIGNAL')[0] === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, errors);
  },
);
