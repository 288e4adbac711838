export * from './policy.ts';
export * from './record.ts';
