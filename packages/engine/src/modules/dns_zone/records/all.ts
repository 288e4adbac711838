export * from './addresses.ts';
export * from './aliases.ts';
export * from './texts.ts';
export * from './wildcard.ts';
