import { remarksOf } from '@perimeter/protocols/certification-path/remarks';
import { fromBase64 } from '@perimeter/protocols/dns/encodings';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';

/** Violations of RFC 5280 or the Baseline Requirements that do not stop browsers, a sentence each, read from the stored DER. */
export function remarksAbout({ der }: Pick<CertificateFacts, 'der'>): string[] {
  try {
    return remarksOf(parseCertificate(fromBase64(der)));
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}
