import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caches compiled modules between runs, which halves the start time. The cache is beside the modules, not in a shared
// temporary directory, because its content is executed.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
await import('./start/start.ts');
