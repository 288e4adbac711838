export * from './answer-size.ts';
export * from './extensions.ts';
export * from './handshake-facts.ts';
export * from './renegotiation.ts';
export * from './versions.ts';
