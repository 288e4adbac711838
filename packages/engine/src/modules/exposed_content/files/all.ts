export * from './data.ts';
export * from './project.ts';
export * from './repositories.ts';
export * from './secrets.ts';
