export * from './policy.ts';
export * from './presence.ts';
export * from './reports.ts';
