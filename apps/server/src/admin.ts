import { text } from 'node:stream/consumers';
import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const { runAdmin } = await import('./admin/run.ts');
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  readInput: async () => text(process.stdin),
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
});
