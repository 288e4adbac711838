import { fileProblem } from '@perimeter/engine/net/file-problem';
import { engineVersion } from '@perimeter/engine/version';
import { exitCodes } from '../exit-codes.ts';

// A closed pipe (perimeter … | head) is not an error; the exit code still is the audit's. Any other error, such as a
// full disk, has lost data: its code must differ from that of a failed gate.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`perimeter: Cannot write to standard output: ${fileProblem(error)}\n`);
  process.exit(exitCodes.usage.code);
});
// A lost message does not change the verdict.
process.stderr.on('error', () => undefined);

const [first] = process.argv.slice(2);
// Answered before anything is loaded, because scripts request the version at each run.
if (first === '--version' || first === '-V') process.stdout.write(`perimeter ${engineVersion}\n`);
else await import('../program.ts');
