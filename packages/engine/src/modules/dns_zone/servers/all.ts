export * from './exposure.ts';
export * from './protocol.ts';
export * from './transport.ts';
