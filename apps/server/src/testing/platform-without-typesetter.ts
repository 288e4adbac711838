// The process that sets documents, where its native module cannot be resolved.
import './unresolvable-typesetter.ts';

await import('../pdf/render-child.ts');
