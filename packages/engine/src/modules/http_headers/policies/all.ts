export * from './framing.ts';
export * from './permissions.ts';
export * from './referrer.ts';
export * from './reporting.ts';
