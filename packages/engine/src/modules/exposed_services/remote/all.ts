export * from './cleartext.ts';
export * from './remote.ts';
export * from './windows.ts';
