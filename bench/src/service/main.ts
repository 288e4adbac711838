// npm run bench -- service [NAME] [ARGUMENTS]: the benchmarks of the service, each a process of its own.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const names = [
  'polls',
  'starts',
  'long-polls',
  'workers',
  'chaos',
  'limiter',
  'arrivals',
  'stored',
  'domains',
] as const;

const [wanted = 'all', ...rest] = process.argv.slice(2);
const chosen = wanted === 'all' ? names : names.filter((name) => name === wanted);
if (chosen.length === 0) {
  console.error(`There is no benchmark "${wanted}" of the service; there are: ${names.join(', ')}, all`);
  process.exitCode = 2;
}
for (const name of chosen) {
  const script = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [script, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
