// The service as a process, with the typesetter's native module missing for it and its children.
import './unresolvable-typesetter.ts';

process.execArgv.push('--import', import.meta.resolve('./unresolvable-typesetter.ts'));
await import('./main.ts');
