import { seen } from '../../../evidence/observed.ts';
import { partialHandshakeFacts } from '../hello-facts.ts';
import { enumerateTls13 } from '../enumeration/tls13-enumeration.ts';
import type { Learned } from '../learned.ts';
import type { FirstResults } from '../scan-command.ts';
import type { ScanSession } from '../scan-session.ts';
import { createAlpnScan } from '../enumeration/application-protocols.ts';
import { scanPartialHandshakes } from './partial-handshakes.ts';
import { scanLargeHello } from './tolerance.ts';

/** Enumerates TLS 1.3 where it is accepted; alone, it shows the application protocols too. */
export async function scanTls13(session: ScanSession, { negotiated }: FirstResults): Promise<Learned> {
  const { tls13, legacy } = negotiated;
  if (tls13 === null) return {};
  const alpn = legacy.length === 0 ? createAlpnScan() : null;
  const handshaking = scanPartialHandshakes(session, alpn, tls13.hello.group);
  const partial = handshaking.then((handshakes) => handshakes.partial);
  const [enumerated, handshakes] = await Promise.all([enumerateTls13(session, tls13, partial), handshaking]);
  const { version } = enumerated;
  const large = handshakes.tookLarge ? seen(true) : (await scanLargeHello(session, 'TLSv1.3')).facts?.largeHello;
  const scheme = handshakes.partial?.scheme ?? null;
  const isUnnamed = scheme !== null && version.signatureSchemes.length === 0;
  return {
    versions: [isUnnamed ? { ...version, signatureSchemes: [scheme] } : version],
    chains: [...handshakes.chains, ...enumerated.chains],
    facts: {
      ...partialHandshakeFacts(handshakes.partial),
      ...(large === undefined ? {} : { largeHello: large }),
      ...alpn?.facts(),
    },
  };
}
