export * from './existence.ts';
export * from './keys.ts';
export * from './records.ts';
