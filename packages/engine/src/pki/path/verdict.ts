import { issuerUrlsOf } from '../context/certificate-urls.ts';
import type { ChainContext } from '../context/chain-context.ts';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { type FoundPath, findPath } from '@perimeter/protocols/certification-path/path';
import type { PathVerdict } from '../../evidence/certificates/schema.ts';
import type { StoredCertificate } from '../context/certificate-store.ts';
import { certificatesIn } from './fetched-certificates.ts';
import { distrustIn } from '../trust-lists/root-store.ts';

/** A chain's verdict, and its intermediate results for other questions. */
export interface JudgedPath {
  verdict: PathVerdict;
  leaf: ParsedCertificate | null;
  /** The leaf's issuer on the best path, trusted or not. */
  issuer: ParsedCertificate | null;
  /** The best path as far as it was built. */
  reached: readonly ParsedCertificate[];
}

/** Most rounds of fetching issuers for one chain, each one step further up. */
const maxRounds = 3;
/** Most URLs fetched for one certificate. */
const maxUrls = 2;

function pathOf(
  context: ChainContext,
  leaf: ParsedCertificate,
  others: readonly ParsedCertificate[],
  host: string | null,
): FoundPath {
  const { roots, verify, atSeconds, policy } = context;
  return findPath({
    leaf,
    intermediates: others,
    roots: roots.near([leaf, ...others]).map(({ certificate }) => certificate),
    host,
    atSeconds,
    verify,
    policy: { distrusted: distrustIn(roots), ...policy },
  });
}

/** True where another issuer may solve the problems: all except those of the leaf itself. */
function mayBeRepaired({ path, reached, problems }: FoundPath): boolean {
  if (problems.some(({ code }) => code === 'self-signed')) return false;
  if (path.length === 0) return true;
  return problems.some(
    ({ code, certificate }) =>
      code !== 'strict-profile' && (code === 'bad-signature' || (certificate !== null && certificate !== reached[0])),
  );
}

/** Certificates of the path whose issuer may be fetched, the last first. */
const openEnds = ({ reached, path }: FoundPath): ParsedCertificate[] =>
  (path.length === 0 ? [...reached] : reached.slice(0, -1)).toReversed().slice(0, 2);

async function fetchIssuers(
  { fetcher, store }: ChainContext,
  of: readonly ParsedCertificate[],
): Promise<ParsedCertificate[]> {
  const urls = [...new Set(of.flatMap((certificate) => issuerUrlsOf(certificate).slice(0, maxUrls)))];
  const answers = await Promise.all(urls.map((url) => fetcher.get(url, 'issuer')));
  return answers
    .flatMap((bytes) => (bytes === null ? [] : certificatesIn(bytes)))
    .flatMap((der) => store.add(der, 'fetched').parsed ?? []);
}

/** Continues with issuers that the certificates refer to, until the path is valid or nothing new comes. */
async function mend(
  context: ChainContext,
  first: FoundPath,
  served: readonly ParsedCertificate[],
  host: string | null,
): Promise<FoundPath> {
  const [leaf, ...others] = served;
  if (leaf === undefined) return first;
  let found = first;
  for (let round = 0; round < maxRounds && mayBeRepaired(found); round += 1) {
    const known = new Set(others);
    const fresh = (await fetchIssuers(context, openEnds(found))).filter((certificate) => !known.has(certificate));
    if (fresh.length === 0) break;
    others.push(...fresh);
    found = pathOf(context, leaf, others, host);
  }
  return found;
}

function verdictOf(context: ChainContext, found: FoundPath, served: readonly ParsedCertificate[]): PathVerdict {
  const { store, roots } = context;
  const digest = (certificate: ParsedCertificate): string => store.of(certificate).sha256;
  const root = found.path.at(-1);
  const between = found.path.slice(0, -1);
  return {
    // Browsers accept what only strict verifiers reject.
    trusted: found.path.length > 0 && found.problems.every(({ code }) => code === 'strict-profile'),
    path: found.path.map(digest),
    anchor: root === undefined ? null : roots.anchorOf(digest(root)),
    servedSuffices: root !== undefined && between.every((certificate) => served.includes(certificate)),
    problems: found.problems.map(({ certificate, ...problem }) => ({
      ...problem,
      certificate: certificate === null ? null : digest(certificate),
    })),
  };
}

const unreadableLeaf = ({ sha256, malformed }: Pick<StoredCertificate, 'sha256' | 'malformed'>): PathVerdict => ({
  trusted: false,
  path: [],
  anchor: null,
  servedSuffices: false,
  problems: [
    {
      code: 'malformed',
      certificate: sha256,
      reason: 'certificate-unreadable',
      values: malformed === null ? [] : [malformed],
    },
  ],
});

/** Judges a served chain, leaf first, for a host, or for any where it is null; issuers are fetched only where the served ones are not enough. */
export async function judgePath(
  context: ChainContext,
  served: readonly StoredCertificate[],
  host: string | null,
): Promise<JudgedPath> {
  const [first] = served;
  const leaf = first?.parsed ?? null;
  if (first === undefined || leaf === null) {
    const verdict = first === undefined ? null : unreadableLeaf(first);
    return { verdict: verdict ?? unreadableLeaf(noLeaf), leaf: null, issuer: null, reached: [] };
  }
  const readable = served.flatMap(({ parsed }) => parsed ?? []);
  const others = readable.filter((certificate) => certificate !== leaf);
  const servedOnly = pathOf(context, leaf, others, host);
  const found = await mend(context, servedOnly, [leaf, ...others], host);
  return {
    verdict: verdictOf(context, found, readable),
    leaf,
    issuer: found.reached[1] ?? null,
    reached: found.reached,
  };
}

const noLeaf = { sha256: '', malformed: null };
