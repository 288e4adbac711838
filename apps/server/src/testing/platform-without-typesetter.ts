// The typesetting process on a platform without its native module.
import './unresolvable-typesetter.ts';

await import('../rendering/child.ts');
