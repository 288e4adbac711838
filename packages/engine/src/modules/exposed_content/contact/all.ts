export * from './security-txt.ts';
