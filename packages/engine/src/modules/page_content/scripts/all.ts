export * from './inline.ts';
export * from './libraries.ts';
export * from './secrets.ts';
export * from './source-maps.ts';
