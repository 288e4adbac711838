import { type Row as RowOf, rowTester } from '../../../../catalogue/testing/rows.ts';
import type { TlsEndpoint } from '../../../../evidence/tls/schema.ts';
import { tlsOf } from './evidence.ts';

export type Row = RowOf<TlsEndpoint | readonly TlsEndpoint[]>;

/** Rows of TLS inventory checks by endpoints; each failure proves itself with a handshake in words and a command. */
export const testRows = rowTester((endpoints: TlsEndpoint | readonly TlsEndpoint[]) => tlsOf(...[endpoints].flat()), {
  fail: /\boffered\b[^]*\nReproduce: /i,
});
