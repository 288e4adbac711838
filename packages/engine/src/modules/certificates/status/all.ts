export * from './revocation.ts';
export * from './transparency.ts';
