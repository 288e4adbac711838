export * from './clear-site-data.ts';
export * from './gaps.ts';
