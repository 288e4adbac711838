export * from './reach.ts';
export * from './records.ts';
