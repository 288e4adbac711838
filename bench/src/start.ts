// The packed command line's processor seconds besides its audits, compared with its goals, inside the lab: node
// start.ts
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measure } from './measure.ts';
import { isInstalled, peers } from './peers.ts';
import { medianOf } from './service/median.ts';
import { markdownTable } from './table.ts';

const root = resolve(import.meta.dirname, '../..');
const runs = 7;
const seconds = (value: number): string => value.toFixed(2);

/** The median of several runs; one more before them fills the caches. */
function cpuOf(command: readonly string[]): number {
  const once = (): number => measure(command, 120).cpuSeconds;
  once();
  return medianOf(Array.from({ length: runs }, once), (value) => value);
}

const folder = mkdtempSync(join(tmpdir(), 'perimeter-start-'));
try {
  const tarball = execFileSync(process.execPath, [join(root, 'tools/pack-cli.ts'), folder], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const perimeter = [process.execPath, join(folder, 'package/bin/perimeter.js')];
  const engine = [process.execPath, join(import.meta.dirname, 'command/engine-alone.ts')];
  const audit = cpuOf([...perimeter, 'audit', 'good.lab', '--progress', 'none', '--fail-on', 'none']);
  const alone = medianOf(
    Array.from({ length: runs }, () => Number(measure(engine, 120).output)),
    (value) => value,
  );
  const testssl = peers.find(({ name }) => name.startsWith('testssl.sh'));
  const rows: (readonly [string, number, string])[] = [
    ['perimeter --version', cpuOf([...perimeter, '--version']), '0.25'],
    ['perimeter checks', cpuOf([...perimeter, 'checks']), '0.25'],
    ['perimeter help', cpuOf([...perimeter, 'help']), ''],
    ['perimeter audit good.lab', audit, ''],
    ['its engine alone', alone, ''],
    ['what the command adds', audit - alone, '0.35'],
  ];
  if (testssl !== undefined && isInstalled(testssl))
    rows.push(['testssl.sh --version', cpuOf(['testssl', '--version']), '']);
  console.log(
    markdownTable(
      [`Median of ${runs}`, 'CPU s', 'goal'],
      rows.map(([name, value, goal]) => [name, seconds(value), goal]),
    ),
  );
  const [load = 0] = loadavg();
  console.log(`\nNode.js ${process.versions.node}, load of the machine ${load.toFixed(0)}`);
} finally {
  rmSync(folder, { recursive: true });
}
