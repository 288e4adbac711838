export * from './aliases.ts';
export * from './logjam.ts';
export * from './named-attacks.ts';
export * from './old-protocols.ts';
