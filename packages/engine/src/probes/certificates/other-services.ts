import type { z } from 'zod';
import type { otherService } from '../../evidence/certificates/schema.ts';
import { type Observed, seen, type UnknownBecause, untested } from '../../evidence/observed.ts';
import type { TlsEvidence, TlsService } from '../../evidence/tls/schema.ts';
import type { CertificateStore } from '../../pki/context/certificate-store.ts';
import { sha256Hex } from '../../net/sha256.ts';

type OtherService = z.infer<typeof otherService>;

const maxNames = 100;

function leafOf({ chains }: TlsService): Uint8Array | null {
  const der = chains[0]?.certificates[0]?.der;
  return der === undefined ? null : new Uint8Array(Buffer.from(der, 'base64'));
}

/** Why no certificate was seen. */
function failureOf({ unreachable, versions }: TlsService): UnknownBecause {
  if (unreachable !== null) return unreachable;
  const failure = versions.flatMap(({ accepted }) => (accepted.known ? [] : [accepted.failure])).at(-1);
  const isOpen = failure !== undefined && failure.reason !== 'not-tested';
  return isOpen ? failure : { reason: 'tls', gap: 'every-version-refused' };
}

function ssl2Of({ versions }: TlsService): Observed<boolean> {
  const ssl2 = versions.find(({ version }) => version === 'SSLv2');
  return ssl2?.accepted ?? untested('no-tls-seen');
}

function describe(store: CertificateStore, service: TlsService): OtherService {
  const { address, port, protocol } = service;
  const place = { address, port, protocol };
  const leaf = leafOf(service);
  if (leaf === null) {
    const ssl2 = service.unreachable === null ? ssl2Of(service) : untested('no-tls-seen');
    const failure = service.speaksTls ? null : failureOf(service);
    return { ...place, failure, leafSha256: null, spkiSha256: null, names: [], ssl2 };
  }
  const { sha256, parsed } = store.add(leaf, 'served');
  const names = (parsed?.subjectAltName ?? []).flatMap((name) => (name.type === 'dns' ? [name.text] : []));
  return {
    ...place,
    failure: null,
    leafSha256: sha256,
    spkiSha256: parsed === null ? null : sha256Hex(parsed.spki.der),
    names: names.slice(0, maxNames),
    ssl2: ssl2Of(service),
  };
}

/** Certificates of other services in the TLS inventory, on addresses whose web server answered. */
export function otherServicesIn(
  { endpoints, otherServices }: TlsEvidence,
  store: CertificateStore,
): Observed<OtherService[]> {
  if (otherServices === undefined) return untested('other-ports-in-deep-mode');
  if (!otherServices.known) return otherServices;
  const reached = new Set(endpoints.flatMap(({ address, unreachable }) => (unreachable === null ? [address] : [])));
  return seen(
    otherServices.value.filter(({ address }) => reached.has(address)).map((service) => describe(store, service)),
  );
}
