import type { ChainContext } from '../context/chain-context.ts';
import type { PartialCertificate } from '@perimeter/protocols/x509/partial-certificate';
import type { CertificateFacts } from '../../evidence/certificates/schema.ts';
import type { StoredCertificate } from '../context/certificate-store.ts';
import { certificateFactsOf } from './certificate-facts.ts';
import { maxKeys, sharedFactors, weaknessOf } from './weak-keys.ts';

/** Weaknesses of each key, alone and compared with the others; equal keys are tested once. */
function weaknesses(
  certificates: readonly StoredCertificate[],
  weakKeys: ChainContext['weakKeys'],
): ReadonlyMap<string, CertificateFacts['key']['weakness']> {
  const moduli = new Map<string, Uint8Array>();
  for (const { partial, source } of certificates) {
    const { publicKey } = partial;
    if (moduli.size >= maxKeys) break;
    if (source !== 'root' && publicKey !== null && 'modulus' in publicKey)
      moduli.set(keyName(partial), publicKey.modulus);
  }
  const names = [...moduli.keys()];
  const shared = sharedFactors([...moduli.values()]);
  return new Map(
    names.map((name, index) => {
      const own = weaknessOf(moduli.get(name) ?? new Uint8Array(), weakKeys);
      return [name, own ?? (shared.has(index) ? { kind: 'shared-factor', values: [] } : null)] as const;
    }),
  );
}

const keyName = ({ spki }: PartialCertificate): string =>
  spki === null ? '' : Buffer.from(spki.der).toString('base64');

/** Facts of every certificate of the audit. */
export function factsOfAll({ store, verify, weakKeys }: ChainContext): CertificateFacts[] {
  const certificates = store.all();
  const weakness = weaknesses(certificates, weakKeys);
  return certificates.map((stored) =>
    certificateFactsOf(stored, weakness.get(keyName(stored.partial)) ?? null, verify),
  );
}
