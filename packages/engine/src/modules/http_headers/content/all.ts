export * from './caching.ts';
export * from './content-encoding.ts';
export * from './content-type.ts';
