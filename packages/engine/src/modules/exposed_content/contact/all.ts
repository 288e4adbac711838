export * from './well-known.ts';
export * from './security-txt.ts';
