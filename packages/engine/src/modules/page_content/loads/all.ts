export * from './forms.ts';
export * from './integrity.ts';
export * from './mixed-content.ts';
