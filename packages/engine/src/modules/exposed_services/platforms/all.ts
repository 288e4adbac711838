export * from './clusters.ts';
export * from './tools.ts';
