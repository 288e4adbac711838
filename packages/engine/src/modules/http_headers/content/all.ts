export * from './caching.ts';
export * from './content-type.ts';
