export * from './denial.ts';
export * from './nsec3.ts';
