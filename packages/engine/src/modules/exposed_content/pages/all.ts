export * from './admin.ts';
export * from './interfaces.ts';
export * from './debug.ts';
export * from './debug-page.ts';
export * from './default-page.ts';
