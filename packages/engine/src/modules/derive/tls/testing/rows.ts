import { type Row as RowOf, rowTester } from '../../../../catalogue/testing/rows.ts';
import type { TlsEndpoint } from '../../../../evidence/tls/schema.ts';
import { tlsOf } from './evidence.ts';

export type Row = RowOf<TlsEndpoint | readonly TlsEndpoint[]>;

/** Rows of checks of the TLS inventory, by the endpoints that show it; each failure is a handshake in words, and a command. */
export const testRows = rowTester((endpoints: TlsEndpoint | readonly TlsEndpoint[]) => tlsOf(...[endpoints].flat()), {
  fail: /\boffered\b[^]*\nReproduce: /i,
});
