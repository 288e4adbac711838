// The process that sets documents, where its native module cannot be resolved.
import './unresolvable-typesetter.ts';

await import('../rendering/child.ts');
