export * from './agreement.ts';
export * from './names.ts';
export * from './ownership.ts';
export * from './servers.ts';
export * from './spread.ts';
