export * from './ownership.ts';
export * from './inventory.ts';
