export * from './match.ts';
export * from './records.ts';
