import { registerHooks } from 'node:module';

// As on a platform for which the typesetter's native module has no binary.
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@myriaddreamin/')) throw new Error(`Cannot find module '${specifier}'`);
    return next(specifier, context);
  },
});
