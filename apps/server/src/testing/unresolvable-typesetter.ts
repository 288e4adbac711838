import { registerHooks } from 'node:module';

// Simulates a platform for which the typesetter has no native module.
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@myriaddreamin/')) throw new Error(`Cannot find module '${specifier}'`);
    return next(specifier, context);
  },
});
