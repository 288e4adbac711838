export * from './includes.ts';
export * from './lookups.ts';
export * from './presence.ts';
export * from './record.ts';
export * from './senders.ts';
