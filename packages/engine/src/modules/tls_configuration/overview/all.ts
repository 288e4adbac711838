export * from './clients.ts';
export * from './consistency.ts';
export * from './profile.ts';
