import { toHex } from '@perimeter/protocols/bytes';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { readCertificate } from './certificates.ts';

type Chain = TlsEndpoint['chains'][number];

/** A chain as a server showed it. */
export interface ShownChain {
  viaVersion: TlsVersionName;
  /** DER, leaf first. */
  certificates: readonly Uint8Array[];
  /** The staple and the timestamps that came with the leaf, null where there was none; absent: they were not asked for. */
  extras?: { ocspResponse: Uint8Array | null; timestamps: Uint8Array | null };
}

/** A server has few chains, a hostile one a new one in each handshake. */
const maxChains = 6;

const leafOf = ({ certificates: [leaf] }: ShownChain): string => (leaf === undefined ? '' : toHex(leaf));

/** SSL 2.0 shows only a leaf (draft-hickman-netscape-ssl-00 section 5.6): the chain that TLS shows replaces it. */
const givesWay = (chain: ShownChain, { viaVersion }: ShownChain): boolean =>
  chain.viaVersion === 'SSLv2' && viaVersion !== 'SSLv2';

/** The first staple and the first timestamps that came are kept. */
function withExtras(chain: ShownChain, { extras }: ShownChain): ShownChain {
  if (extras === undefined) return chain;
  const ocspResponse = chain.extras?.ocspResponse ?? extras.ocspResponse;
  return { ...chain, extras: { ocspResponse, timestamps: chain.extras?.timestamps ?? extras.timestamps } };
}

/** One chain for each leaf, in the order in which the leaves were seen. */
export function mergedChains(shown: readonly ShownChain[]): ShownChain[] {
  const byLeaf = new Map<string, ShownChain>();
  for (const chain of shown) {
    const leaf = leafOf(chain);
    const known = byLeaf.get(leaf);
    if (leaf === '' || (known === undefined && byLeaf.size >= maxChains)) continue;
    const better = known === undefined || givesWay(known, chain) ? { ...chain, ...extrasOf(known) } : known;
    byLeaf.set(leaf, withExtras(better, chain));
  }
  return [...byLeaf.values()];
}

const extrasOf = (chain: ShownChain | undefined): Pick<ShownChain, 'extras'> =>
  chain?.extras === undefined ? {} : { extras: chain.extras };

const base64 = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('base64');

/** A chain as evidence has it. */
export function readChain({ viaVersion, certificates, extras }: ShownChain): Chain {
  const read = certificates.map(readCertificate);
  const keyType = read[0]?.keyType ?? 'unknown';
  const chain = { keyType, viaVersion, certificates: read };
  if (extras === undefined) return chain;
  return { ...chain, ocspResponse: base64(extras.ocspResponse), sctList: base64(extras.timestamps) };
}

/** True where another chain has the key type of one that SSL 2.0 alone showed: servers had one for each type then. */
const isShownBetter = (chain: Chain, chains: readonly Chain[]): boolean =>
  chain.viaVersion === 'SSLv2' &&
  chains.some(({ keyType, viaVersion }) => keyType === chain.keyType && viaVersion !== 'SSLv2');

/** One chain for each leaf, in the order in which they were seen; the spare one where there is none. */
export function readChains(shown: readonly ShownChain[], spare?: ShownChain): Chain[] {
  const read = mergedChains(shown).map(readChain);
  const chains = read.filter((chain) => !isShownBetter(chain, read));
  return chains.length > 0 || spare === undefined || spare.certificates.length === 0 ? chains : [readChain(spare)];
}
