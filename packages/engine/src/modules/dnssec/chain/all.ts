export * from './delegation.ts';
export * from './servers.ts';
export * from './signatures.ts';
