import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = '1.4.8';

/** Mozilla's scanner from npm, in the lab's cache: only a benchmark peer, not a dependency. */
export function observatoryScript(cacheFolder: string): string {
  const folder = join(cacheFolder, `observatory-${version}`);
  const root = join(folder, 'node_modules/@mdn/mdn-http-observatory');
  if (!existsSync(folder)) {
    mkdirSync(cacheFolder, { recursive: true });
    const scratch = mkdtempSync(`${folder}.`);
    writeFileSync(join(scratch, 'package.json'), '{"private":true}');
    // Its install scripts build a database driver and download lists, which a scan does not need.
    const install = ['install', '--silent', '--ignore-scripts', `@mdn/mdn-http-observatory@${version}`];
    execFileSync('npm', install, { cwd: scratch, stdio: 'ignore' });
    writeFileSync(join(scratch, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json'), '{}');
    renameSync(scratch, folder);
  }
  return join(root, 'src/scan.js');
}

/** Its grade and points of a host, "B 75"; null without a result. */
export function observatoryGrade(script: string, host: string): string | null {
  const { stdout } = spawnSync(process.execPath, [script, host], { encoding: 'utf8', timeout: 60_000 });
  const [, grade] = /"grade": "([^"]+)"/.exec(stdout) ?? [];
  const [, points] = /"score": (\d+)/.exec(stdout) ?? [];
  return grade === undefined ? null : `${grade} ${points ?? ''}`.trim();
}
