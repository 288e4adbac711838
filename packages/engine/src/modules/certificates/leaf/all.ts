export * from './key-age.ts';
export * from './keys.ts';
export * from './names.ts';
export * from './signatures.ts';
export * from './validity.ts';
