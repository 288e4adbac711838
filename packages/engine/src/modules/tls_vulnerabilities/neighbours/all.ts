export * from './alpaca.ts';
export * from './insecure-reuse.ts';
export * from './plaintext-upgrade.ts';
