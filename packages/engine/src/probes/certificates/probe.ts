import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { CertificateFacts, CertificatesEvidence, ServedChain } from '../../evidence/certificates.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls.ts';
import type { Probe, ProbeContext } from '../probe.ts';
import { findCaa } from './caa.ts';
import { type CertificateStore, createCertificateStore, type StoredCertificate } from './certificate-store.ts';
import { clockSkewOf } from './clock-skew.ts';
import { certificateFactsOf, malformedFacts } from './facts.ts';
import { createFetcher } from './fetch.ts';
import { createLogFinder, type LogFinder } from './log-list.ts';
import { logsDate } from './logs.data.ts';
import { judgeOcsp } from './ocsp-status.ts';
import { findOtherServices } from './other-services.ts';
import { noStatus } from './revocation.ts';
import { askForStatus } from './responders.ts';
import { rootsDate, trustedRoots } from './roots.ts';
import { timestampFacts } from './timestamps.ts';
import { findTlsa, type MatchedChain } from './tlsa.ts';
import { type Bench, type JudgedPath, judgePath } from './verdict.ts';
import { createVerifier } from './verify.ts';
import { sharedFactors, weaknessOf } from './weak-keys.ts';

type EndpointChain = TlsEndpoint['chains'][number];

/** A chain as it was served, and what became of it. */
interface Judged {
  endpoint: TlsEndpoint;
  served: StoredCertificate[];
  path: JudgedPath;
  facts: ServedChain;
}

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** The staple's status and its timestamps, where one was asked for and came. */
function judgeStaple(bench: Bench, { leaf, issuer }: JudgedPath, { ocspResponse }: EndpointChain) {
  if (ocspResponse === undefined)
    return {
      staple: unseen('not-tested', 'No staple was asked for in the handshakes with this key'),
      timestamps: null,
    };
  if (ocspResponse === null) return { staple: seen(null), timestamps: null };
  if (leaf === null) return { staple: seen(noStatus('staple', 'The certificate cannot be read')), timestamps: null };
  const { atSeconds, verify } = bench;
  const { status, timestamps } = judgeOcsp(bytesOf(ocspResponse), { leaf, issuer, atSeconds, verify, from: 'staple' });
  return { staple: seen(status), timestamps };
}

async function judgeChain(
  bench: Bench,
  findLog: LogFinder,
  endpoint: TlsEndpoint,
  chain: EndpointChain,
): Promise<Judged> {
  const served = chain.certificates.map(({ der }) => bench.store.add(bytesOf(der), 'served'));
  const { address, port, serverName } = endpoint;
  const path = await judgePath(bench, served, serverName);
  const { leaf, issuer, verdict } = path;
  const { staple, timestamps } = judgeStaple(bench, path, chain);
  const tls = typeof chain.sctList === 'string' ? bytesOf(chain.sctList) : null;
  const { atSeconds, verify } = bench;
  const facts: ServedChain = {
    address,
    port,
    serverName,
    keyType: chain.keyType,
    viaVersion: chain.viaVersion,
    served: served.map(({ sha256 }) => sha256),
    verdict,
    staple,
    scts:
      leaf === null
        ? []
        : timestampFacts(
            { embedded: leaf.sctList, tls, ocsp: timestamps },
            { leaf, issuer, findLog, verify, atSeconds },
          ),
  };
  return { endpoint, served, path, facts };
}

/** What each key shows by itself and beside the others; equal keys are looked into once. */
function weaknesses(
  certificates: readonly StoredCertificate[],
): ReadonlyMap<string, CertificateFacts['key']['weakness']> {
  const moduli = new Map<string, Uint8Array>();
  for (const { parsed, source } of certificates) {
    const key = parsed?.publicKey;
    if (source !== 'root' && key !== undefined && key !== null && 'modulus' in key)
      moduli.set(keyName(parsed), key.modulus);
  }
  const names = [...moduli.keys()];
  const shared = sharedFactors([...moduli.values()]);
  return new Map(
    names.map((name, index) => {
      const own = weaknessOf(moduli.get(name) ?? new Uint8Array());
      const detail = 'The modulus has a prime in common with that of another certificate of this audit';
      return [name, own ?? (shared.has(index) ? { kind: 'shared-factor', detail } : null)] as const;
    }),
  );
}

const keyName = (parsed: ParsedCertificate | null): string =>
  parsed === null ? '' : Buffer.from(parsed.spki.der).toString('base64');

function factsOfAll({ store, verify }: Bench): CertificateFacts[] {
  const certificates = store.all();
  const weakness = weaknesses(certificates);
  return certificates.map((stored) =>
    stored.parsed === null
      ? malformedFacts(stored, stored.malformed ?? '')
      : certificateFactsOf(stored, stored.parsed, weakness.get(keyName(stored.parsed)) ?? null, verify),
  );
}

const matchedChain = ({ endpoint, served, path }: Judged): MatchedChain[] =>
  path.leaf === null
    ? []
    : [
        {
          address: endpoint.address,
          serverName: endpoint.serverName,
          leaf: path.leaf,
          others: served.slice(1).flatMap(({ parsed }) => parsed ?? []),
          reached: path.reached,
        },
      ];

/** The leaves whose issuer is known, each once: only their status can be verified. */
function statusQuestions(
  judged: readonly Judged[],
): { leaf: ParsedCertificate; issuer: ParsedCertificate; sha256: string }[] {
  const byLeaf = judged.flatMap(({ path: { leaf, issuer }, served: [first] }) =>
    leaf === null || issuer === null || first === undefined ? [] : [[first.sha256, { leaf, issuer }] as const],
  );
  return [...new Map(byLeaf)].map(([sha256, question]) => ({ sha256, ...question }));
}

async function revocationOf(bench: Bench, judged: readonly Judged[]): Promise<CertificatesEvidence['revocation']> {
  const asked = statusQuestions(judged).map(async ({ sha256, leaf, issuer }) => ({
    leaf: sha256,
    answers: await askForStatus(bench, leaf, issuer),
  }));
  return seen(await Promise.all(asked));
}

/** Names that are looked up: the hosts that exist, else the target alone. */
function hostsOf({ target }: ProbeContext, { hosts }: EvidenceByKind['endpoints']): string[] {
  const existing = hosts.filter(({ status }) => status === 'exists').map(({ host }) => host);
  return existing.length > 0 ? existing : [target.domain];
}

function createBench(context: ProbeContext, store: CertificateStore): Bench {
  const atSeconds = Math.floor(context.target.startedAtMs / 1000);
  return { store, roots: trustedRoots(), fetcher: createFetcher(context), verify: createVerifier(), atSeconds };
}

const deepOnly = (what: string) => unseen('not-tested', `${what} in deep mode only`);

async function gatherCertificates(
  context: ProbeContext,
  { tls, endpoints }: Pick<EvidenceByKind, 'tls' | 'endpoints'>,
): Promise<Omit<CertificatesEvidence, 'clockSkew'>> {
  const store = createCertificateStore();
  const bench = createBench(context, store);
  const findLog = createLogFinder(context.settings.logList ?? null);
  const isDeep = context.target.scanMode === 'deep';
  const hosts = hostsOf(context, endpoints);
  const judging = Promise.all(
    tls.endpoints.flatMap((endpoint) => endpoint.chains.map((chain) => judgeChain(bench, findLog, endpoint, chain))),
  );
  const [judged, caa, tlsa, revocation, otherServices] = await Promise.all([
    judging,
    Promise.all(hosts.map((host) => findCaa(context, host))),
    findTlsa(
      context,
      hosts,
      judging.then((all) => all.flatMap(matchedChain)),
    ),
    isDeep ? judging.then((all) => revocationOf(bench, all)) : deepOnly('Responders and lists are asked'),
    isDeep ? findOtherServices(context, store, tls.endpoints).then(seen) : deepOnly('Other ports are asked'),
  ]);
  return {
    rootsDate,
    logsDate,
    certificates: factsOfAll(bench),
    chains: judged.map(({ facts }) => facts),
    revocation,
    fetches: bench.fetcher.attempts(),
    caa: seen(caa),
    tlsa,
    otherServices,
  };
}

/** Judges every served chain, and fetches and looks up what that takes; the site's clock is read if HTTP is there by then. */
export const certificatesProbe: Probe<'certificates'> = {
  kind: 'certificates',
  needs: ['tls', 'endpoints'],
  run: async (context, evidence) => {
    const { tls, endpoints } = evidence;
    if (tls === undefined || endpoints === undefined)
      throw new Error('Probe certificates was run without its evidence');
    const gathered = await gatherCertificates(context, { tls, endpoints });
    return { ...gathered, clockSkew: clockSkewOf(evidence.http, Date.now()) };
  },
};
