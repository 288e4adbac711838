export * from './addresses.ts';
export * from './disclosure.ts';
export * from './duplicates.ts';
export * from './end-of-life.ts';
export * from './obsolete.ts';
