export * from './alternates.ts';
export * from './chain.ts';
export * from './consistency.ts';
export * from './constraints.ts';
export * from './trust.ts';
