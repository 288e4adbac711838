export * from './sessions.ts';
export * from './ticket-keys.ts';
