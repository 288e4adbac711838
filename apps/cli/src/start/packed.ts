// Where the packed command line begins; it is loaded by a Node.js that is new enough.
import './older-node.ts';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// In the folder of the package: what is kept there is run. A folder that cannot be written is no error. Node.js 20 keeps nothing.
const { enableCompileCache }: { enableCompileCache?: typeof nodeModule.enableCompileCache } = nodeModule;
enableCompileCache?.(fileURLToPath(new URL('../.cache', import.meta.url)));
await import('./start.ts');
