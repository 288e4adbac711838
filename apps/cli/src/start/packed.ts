// The entry point of the packed command line, for Node.js versions that are new enough.
import './older-node.ts';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// The cache is in the package's folder, because its content is executed. An unwritable folder is not an error. Node.js
// 20 has no cache.
const { enableCompileCache }: { enableCompileCache?: typeof nodeModule.enableCompileCache } = nodeModule;
enableCompileCache?.(fileURLToPath(new URL('../.cache', import.meta.url)));
await import('./start.ts');
