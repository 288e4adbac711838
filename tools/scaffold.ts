// npm run new:check <module> <topic> <check-id> [subject] · new:probe <name> · new:codec <name>
// Cuts new files from exemplars and registers them. They run as they are; the TODO in them is what the linter refuses.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { scaffoldCheck } from './scaffold/check.ts';
import { Checkout } from './scaffold/checkout.ts';
import { scaffoldCodec } from './scaffold/codec.ts';
import { ScaffoldError } from './scaffold/names.ts';
import { scaffoldProbe } from './scaffold/probe.ts';

const kinds = new Map([
  ['check', scaffoldCheck],
  ['probe', scaffoldProbe],
  ['codec', scaffoldCodec],
]);

/** Scaffolds into a checkout and gives the files written; throws ScaffoldError, with nothing written, where it cannot. */
export function scaffold(root: string, [kind = '', ...args]: readonly string[]): string[] {
  const of = kinds.get(kind);
  if (of === undefined) throw new ScaffoldError(`Scaffolds one of ${[...kinds.keys()].join(', ')}; "${kind}" is not`);
  const checkout = new Checkout(root);
  of(checkout, args);
  return checkout.write();
}

function format(root: string, files: readonly string[]): void {
  const formatter = path.join(root, 'node_modules/oxfmt/bin/oxfmt');
  const sources = files.filter((file) => file.endsWith('.ts'));
  if (existsSync(formatter)) spawnSync(process.execPath, [formatter, '--write', ...sources], { cwd: root });
}

function main(): number {
  const root = path.resolve(import.meta.dirname, '..');
  try {
    const files = scaffold(root, process.argv.slice(2));
    format(root, files);
    for (const file of files) console.log(file);
    if (process.argv[2] === 'check') console.log('Then: npm run generate, npm run golden, npm run generate');
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    return 1;
  }
}

if (import.meta.main) process.exitCode = main();
