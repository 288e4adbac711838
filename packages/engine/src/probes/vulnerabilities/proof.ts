import { toHex } from '@perimeter/protocols/bytes';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/suites';
import type { FirstFlight } from '../../tls/client/first-flight.ts';

/** Bytes that a proof quotes. */
const quotedBytes = 24;

/** The first few bytes in hex, and how many there are. */
export function quoted(bytes: Uint8Array): string {
  const shown = toHex(bytes.subarray(0, quotedBytes));
  return bytes.length > quotedBytes ? `${shown}… (${bytes.length} bytes)` : `${shown} (${bytes.length} bytes)`;
}

/** What was offered and chosen. */
export const handshakeLine = ({ sent, hello }: FirstFlight): string =>
  `Offered version ${suiteHex(sent.version)}; ServerHello chose ${suiteName(hello.suite)} (${suiteHex(hello.suite)})`;
