export * from './certificate.ts';
export * from './commands.ts';
export * from './starttls.ts';
export * from './tls.ts';
