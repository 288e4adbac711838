// The process that sets documents, where its native module cannot be resolved.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@myriaddreamin/')) throw new Error(`Cannot find module '${specifier}'`);
    return next(specifier, context);
  },
});
await import('../pdf/render-child.ts');
