export * from './caa.ts';
export * from './caa-lookup.ts';
export * from './caa-notes.ts';
export * from './dane.ts';
