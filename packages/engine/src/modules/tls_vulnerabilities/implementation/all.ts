export * from './implementation.ts';
export * from './oracles.ts';
