import { text } from 'node:stream/consumers';
import { runAdmin } from './admin/run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  readInput: async () => text(process.stdin),
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
});
