// The service as a process of its own, it and its children without the typesetter's native module.
import './unresolvable-typesetter.ts';

process.execArgv.push('--import', import.meta.resolve('./unresolvable-typesetter.ts'));
await import('./main.ts');
