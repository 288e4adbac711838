import { enableCompileCache } from 'node:module';
import { compileCacheFolder } from './machine/paths.ts';

// Caches compiled modules, which halves the start time; everything else is imported after this line.
enableCompileCache(compileCacheFolder);
const { wantsHelp } = await import('./machine/command-line.ts');
const { canLaunch, enterLab, launchLab } = await import('./netns/outside.ts');

const subcommands: readonly (string | undefined)[] = ['install', 'readme', 'path', 'in', 'run', '--loopback'];

/** The command line of the lab: see README.md. */
async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (wantsHelp([command, ...(subcommands.includes(command) ? rest.slice(0, 1) : [])])) return await help();
  if (command === 'install') {
    const { installLabPackages } = await import('./machine/install.ts');
    return installLabPackages({ peers: rest.includes('--peers') }) ? 0 : 1;
  }
  if (command === 'readme') return await readme();
  if (command === 'inside') return await inside(rest);
  if (command === 'path') return await choosePathOfRunningLab(rest[0]);
  if (command === 'path-inside') return await choosePathInside(rest[0]);
  if (command === 'in') return await enterLab(rest);
  if (command === '--loopback') return await loopback(rest);
  return await start(command === 'run' ? rest : process.argv.slice(2));
}

async function choosePathOfRunningLab(path: string | undefined): Promise<number> {
  return await enterLab([process.execPath, import.meta.filename, 'path-inside', path ?? '']);
}

async function choosePathInside(path: string | undefined): Promise<number> {
  if (path !== 'slow' && path !== 'fast') {
    process.stderr.write('lab: The path is slow or fast\n');
    return 2;
  }
  const { choosePathHere } = await import('./netns/path.ts');
  choosePathHere(path);
  return 0;
}

async function help(): Promise<number> {
  const { labUsage } = await import('./usage.ts');
  process.stdout.write(labUsage());
  return 0;
}

async function readme(): Promise<number> {
  const { updateReadme } = await import('./readme.ts');
  updateReadme();
  return 0;
}

async function inside(args: readonly string[]): Promise<number> {
  const [{ runInside }, { parseOptions }] = await Promise.all([
    import('./netns/inside.ts'),
    import('./netns/options.ts'),
  ]);
  await runInside(parseOptions(args));
  return 0;
}

async function loopback(command: readonly string[]): Promise<number> {
  const { runOnLoopback } = await import('./loopback/command.ts');
  return await runOnLoopback(command[0] === '--' ? command.slice(1) : command);
}

async function start(args: readonly string[]): Promise<number> {
  const { parseOptions } = await import('./netns/options.ts');
  try {
    parseOptions(args);
  } catch (error) {
    process.stderr.write(
      `lab: ${error instanceof Error ? error.message : String(error)}\nUsage: npm run lab -- --help\n`,
    );
    return 2;
  }
  const possible = canLaunch();
  if (possible.available) return await launchLab(import.meta.filename, args);
  process.stderr.write(`lab: ${possible.reason}. Without namespaces there is: npm run lab -- --loopback\n`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
