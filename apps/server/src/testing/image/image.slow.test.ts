// The lines of the Dockerfile as they are read. image.endurance.slow.test.ts runs them by night, and starts what they build.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { imageLines, imageTexts, imageWords } from './image-lines.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');
const manifestOf = (folder: string): Record<string, Record<string, string>> & { name: string } =>
  JSON.parse(readFileSync(path.join(repository, folder, 'package.json'), 'utf8'));
const folders = globSync('{packages,apps}/*/package.json', { cwd: repository }).map((file) => path.posix.dirname(file));
const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));

/** The packages of the house that one needs when it runs, and itself. */
function needed(name: string, found = new Set<string>()): Set<string> {
  const folder = folderOf.get(name);
  if (folder === undefined || found.has(name)) return found;
  found.add(name);
  for (const other of Object.keys(manifestOf(folder)['dependencies'] ?? {})) needed(other, found);
  return found;
}

const copied = imageTexts('COPY').filter((text) => !text.startsWith('--'));

test('every file that is copied exists', () => {
  for (const text of copied)
    for (const file of text.split(' ').slice(0, -1)) assert.ok(existsSync(path.join(repository, file)), file);
});

test('the packages of the service are installed with their dependencies, and all of their sources copied', () => {
  const packages = needed('@perimeter/server');
  assert.ok(packages.size > 4);
  const [install = ''] = imageTexts('RUN');
  assert.match(install, /^npm ci --omit=dev /u);
  const workspaces = [...install.matchAll(/--workspace (\S+)/gu)].map(([, name]) => name);
  assert.deepEqual(new Set(workspaces), packages);
  for (const name of packages) {
    const folder = folderOf.get(name) ?? '';
    assert.ok(copied.includes(`${folder}/package.json ${folder}/`), name);
    assert.ok(
      copied.some(
        (text) => text === `${folder} ${folder}` || (text === 'packages packages' && folder.startsWith('packages/')),
      ),
      name,
    );
  }
});

test('the image runs as a user without rights, with the options of npm start, and writes to its volume only', () => {
  const start = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')).scripts.start;
  const env = imageTexts('ENV').flatMap((text) => text.split(' '));
  const memory = env.filter((pair) => pair.startsWith('MALLOC_'));
  const entry = imageWords(imageTexts('ENTRYPOINT')[0] ?? '[]');
  assert.equal([...memory, 'exec', ...entry].join(' '), start);
  const [user = ''] = imageTexts('USER');
  assert.match(user, /^[1-9]\d{3,}:[1-9]\d{3,}$/u);
  const [data = ''] = imageTexts('VOLUME');
  assert.ok(env.includes(`PERIMETER_DATA_DIR=${data}`));
  const [uid = '', gid = ''] = user.split(':');
  assert.ok(imageTexts('RUN').some((text) => text.startsWith(`install -d -o ${uid} -g ${gid} ${data} `)));
  assert.deepEqual(imageTexts('STOPSIGNAL'), ['SIGTERM']);
  const last = imageLines.findLastIndex(([name]) => name === 'RUN' || name === 'COPY');
  assert.ok(imageLines.findIndex(([name]) => name === 'USER') > last, 'what the service runs belongs to root');
});

test('the image is healthy as soon as its service is ready, also where that is on the port of the metrics', async (t) => {
  let status = 503;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  t.after(() => server.close());
  const port = String(await takeFreePort(server));
  const [command, ...args] = imageWords(imageTexts('HEALTHCHECK')[0]?.replace(/^.*? CMD /u, '') ?? '[]');
  assert.equal(command, 'node');
  const ask = async (env: Record<string, string>): Promise<number | null> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, args, { env }, () => resolve(child.exitCode));
    });
  assert.equal(await ask({ PORT: port }), 1);
  status = 200;
  assert.equal(await ask({ PORT: port }), 0);
  assert.equal(await ask({ PORT: '1', PERIMETER_METRICS: `127.0.0.1:${port}` }), 0);
  assert.equal(await ask({ PORT: '1' }), 1);
  assert.deepEqual(asked, ['/ready', '/ready', '/ready']);
});
