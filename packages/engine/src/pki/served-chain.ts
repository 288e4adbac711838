import type { ChainContext } from './context/chain-context.ts';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { ServedChain } from '../evidence/certificates/schema.ts';
import { seen, untested } from '../evidence/observed.ts';
import type { TlsEndpoint } from '../evidence/tls/schema.ts';
import type { StoredCertificate } from './context/certificate-store.ts';
import type { LogFinder } from './trust-lists/log-list.ts';
import { judgeOcsp } from './revocation/ocsp-status.ts';
import { noStatus, statusProblem } from './revocation/status-question.ts';
import { timestampFacts } from './facts/timestamps.ts';
import { type JudgedPath, judgePath } from './path/verdict.ts';
import type { Verify } from './context/verify.ts';

type EndpointChain = TlsEndpoint['chains'][number];

/** A served chain with its verdict. */
export interface JudgedChain {
  endpoint: TlsEndpoint;
  served: StoredCertificate[];
  path: JudgedPath;
  facts: ServedChain;
}

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** The staple's status and timestamps, if one was requested and sent. */
function judgeStaple(context: ChainContext, { leaf, issuer }: JudgedPath, { ocspResponse }: EndpointChain) {
  if (ocspResponse === undefined)
    return {
      staple: untested('no-staple-asked'),
      timestamps: null,
    };
  if (ocspResponse === null) return { staple: seen(null), timestamps: null };
  if (leaf === null)
    return { staple: seen(noStatus('staple', statusProblem('certificate-unreadable'))), timestamps: null };
  const { atSeconds, verify } = context;
  const { status, timestamps } = judgeOcsp(bytesOf(ocspResponse), { leaf, issuer, atSeconds, verify, from: 'staple' });
  return { staple: seen(status), timestamps };
}

/** The issuer if its key signed the leaf: a namesake does not prove what was logged. */
export const signerOf = (leaf: ParsedCertificate, issuer: ParsedCertificate | null, verify: Verify): typeof issuer =>
  issuer !== null && verify(issuer.spki.der, leaf.signatureAlgorithm, leaf.tbs, leaf.signature) === true
    ? issuer
    : null;

/** Whether browsers receive a chain, if the endpoint has several and browsers' is known; null: unknown. */
function isForBrowsers({ browserLeaves, chains }: TlsEndpoint, chain: EndpointChain): boolean | null {
  if (browserLeaves === undefined || !browserLeaves.known) return null;
  const gets = ({ certificates: [leaf] }: EndpointChain): boolean =>
    leaf !== undefined && browserLeaves.value.includes(leaf.sha256);
  return chains.some(gets) ? gets(chain) : null;
}

/** Judges one chain of an endpoint: its path, its staple, its timestamps. */
export async function judgeServedChain(
  context: ChainContext,
  findLog: LogFinder,
  endpoint: TlsEndpoint,
  chain: EndpointChain,
): Promise<JudgedChain> {
  const served = chain.certificates.map(({ der }) => context.store.add(bytesOf(der), 'served'));
  const { address, port, serverName } = endpoint;
  const path = await judgePath(context, served, serverName);
  const { leaf, issuer, verdict } = path;
  const { staple, timestamps } = judgeStaple(context, path, chain);
  const tls = typeof chain.sctList === 'string' ? bytesOf(chain.sctList) : null;
  const { atSeconds, verify } = context;
  const forBrowsers = isForBrowsers(endpoint, chain);
  const facts: ServedChain = {
    address,
    port,
    serverName,
    keyType: chain.keyType,
    viaVersion: chain.viaVersion,
    ...(forBrowsers !== null && { forBrowsers }),
    served: served.map(({ sha256 }) => sha256),
    verdict,
    staple,
    scts:
      leaf === null
        ? []
        : timestampFacts(
            { embedded: leaf.sctList, tls, ocsp: timestamps },
            { leaf, issuer: signerOf(leaf, issuer, verify), findLog, verify, atSeconds },
          ),
  };
  return { endpoint, served, path, facts };
}
