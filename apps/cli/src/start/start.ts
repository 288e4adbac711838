import { fileProblem } from '@perimeter/engine/net/file-problem';
import { engineVersion } from '@perimeter/engine/version';
import { exitCodes } from '../exit-codes.ts';

// A reader that went away (perimeter … | head) is no error of ours; the exit code still says how the audit went. Anything
// else, such as a full disk, has lost data: its code must not be that of a gate that failed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`perimeter: Cannot write to standard output: ${fileProblem(error)}\n`);
  process.exit(exitCodes.usage.code);
});
// What cannot be said changes no verdict.
process.stderr.on('error', () => undefined);

const [first] = process.argv.slice(2);
// Scripts ask for the version at each run: the answer must not wait for all that the other commands load.
if (first === '--version' || first === '-V') process.stdout.write(`perimeter ${engineVersion}\n`);
else await import('../program.ts');
