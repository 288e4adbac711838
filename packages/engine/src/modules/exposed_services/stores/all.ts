export * from './databases.ts';
export * from './files.ts';
