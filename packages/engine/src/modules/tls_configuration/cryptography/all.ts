export * from './groups.ts';
export * from './key-exchange.ts';
export * from './post-quantum.ts';
export * from './signatures.ts';
export * from './suites.ts';
