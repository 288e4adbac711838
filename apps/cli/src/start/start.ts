import { engineVersion } from '@perimeter/engine/version';

const [first] = process.argv.slice(2);
// Scripts ask for the version at each run: the answer must not wait for all that the other commands load.
if (first === '--version' || first === '-V') process.stdout.write(`perimeter ${engineVersion}\n`);
else await import('../program.ts');
