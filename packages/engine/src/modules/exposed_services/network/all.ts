export * from './drift.ts';
export * from './firewall.ts';
export * from './industrial.ts';
export * from './inventory.ts';
export * from './versions.ts';
