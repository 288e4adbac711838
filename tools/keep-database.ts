// Keeps the database of a commit as a fixture: npm run lab -- --loopback node tools/keep-database.ts CHECKOUT NAME Runs
// the service of that checkout (with its node_modules) against the loopback lab, and writes all its rows.
import { gzipSync } from 'node:zlib';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { databaseRows } from '../apps/server/src/testing/kept-database.ts';
import { repoRoot } from './generate/repo-root.ts';

const [checkout = '', name = ''] = readCommandLine(
  'Usage: npm run lab -- --loopback node tools/keep-database.ts CHECKOUT NAME',
  {},
  [2, 2],
).positionals;
const dataDir = mkdtempSync(path.join(tmpdir(), 'perimeter-keep-'));
const email = 'keeper@example.org';
const password = 'made for this fixture alone';
const secret = 'the secret of a fixture that protects nothing';
const env = {
  ...process.env,
  PERIMETER_DATA_DIR: dataDir,
  PERIMETER_SECRET: secret,
  PERIMETER_RATE_LIMITS: 'off',
  PERIMETER_SHARE_SECONDS: '0',
  PERIMETER_PUBLIC_URL: 'https://audit.example.org',
  PERIMETER_LOG_LEVEL: 'error',
  PORT: '0',
};
const server = path.join(checkout, 'apps/server/src');

function admin(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(server, 'admin.ts'), ...args], {
    env,
    input,
    encoding: 'utf8',
    cwd: checkout,
  });
  if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function started(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [path.join(server, 'main.ts')], {
    env,
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /ready: (http:[^\s#]+?)(?:\/setup#\S+)?\n/u.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    });
  });
  const stop = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return { url, stop };
}

/** Starts an audit, waits for its end, and requests its PDF. */
async function audited(url: string, key: string, domain: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/api/audit/start`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  });
  const { id }: { id: string } = JSON.parse(await answer.text());
  for (let status = ''; status !== 'completed'; await sleep(500)) {
    ({ status } = JSON.parse(await (await fetch(`${url}/api/audit/${id}`, { headers })).text()));
    if (status === 'failed') throw new Error(`${domain} failed`);
  }
  const pdf = await fetch(`${url}/api/audit/${id}/report/pdf`, { headers });
  console.log(domain, id, pdf.status, (await pdf.arrayBuffer()).byteLength);
}

try {
  admin(['create-account', email, '--plan', 'team', '--password-stdin'], `${password}\n`);
  const key = admin(['create-key', email]).trim().split('\n').at(-1) ?? '';
  const service = await started();
  for (const domain of ['good.lab', 'bad.lab', 'good.lab']) await audited(service.url, key, domain);
  await service.stop();
  const kept = { email, password, secret, key, ...(await databaseRows(dataDir)) };
  const file = path.join(repoRoot, 'apps/server/src/testing/kept', `${name}.json.gz`);
  writeFileSync(file, gzipSync(JSON.stringify(kept), { level: 9 }));
  console.log(`Written: ${path.relative(repoRoot, file)}`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
