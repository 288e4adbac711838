export * from './comments.ts';
export * from './robots.ts';
export * from './software.ts';
