export * from './algorithms.ts';
export * from './server.ts';
