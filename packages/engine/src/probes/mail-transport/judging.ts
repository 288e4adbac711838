import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { MailAddress, MailHost } from '../../evidence/mail-transport/host.ts';
import type { SmtpSession } from '../../evidence/mail-transport/session.ts';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { seen, type UnknownBecause, unobserved } from '../../evidence/observed.ts';
import type { StoredCertificate } from '../../pki/context/certificate-store.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import type { MailChain } from '../../pki/dane/mail-chain.ts';
import { judgePath } from '../../pki/path/verdict.ts';
import { matchAll, type ServedAt } from './tlsa.ts';

/** The name of the mail host, and the domain that mail is for. */
interface Names {
  host: string;
  domain: string;
}

/** What a sender that follows DANE has of a visit: nothing that was not served. */
const mailChainOf = (
  { atSeconds, verify }: ChainContext,
  leaf: ParsedCertificate,
  served: readonly StoredCertificate[],
  { host, domain }: Names,
): MailChain => ({
  leaf,
  others: served.slice(1).flatMap(({ parsed }) => parsed ?? []),
  names: [host, domain],
  atSeconds,
  verify,
});

interface JudgedVisit {
  session: SmtpSession;
  served: ServedAt | null;
}

async function judgeVisit(
  judge: ChainContext,
  visited: { address: string; session: VisitedSession; shared: boolean },
  names: Names,
): Promise<JudgedVisit> {
  const { session, shared, address } = visited;
  const { startTls } = session;
  const without = (outcome: SmtpSession['startTls']): JudgedVisit => ({
    session: { ...session, startTls: outcome, shared },
    served: null,
  });
  if (!startTls.known) return without(startTls);
  if (startTls.value.outcome !== 'negotiated') return without(seen(startTls.value));
  const { served: ders, ...tls } = startTls.value;
  const served = ders.map((der) => judge.store.add(new Uint8Array(Buffer.from(der, 'base64')), 'served'));
  const path = await judgePath(judge, served, names.host);
  const { leaf } = path;
  const chain = served.map(({ sha256 }) => sha256);
  return {
    session: { ...session, shared, startTls: seen({ ...tls, chain, verdict: path.verdict }) },
    served: leaf === null ? null : { address, chain: mailChainOf(judge, leaf, served, names) },
  };
}

/** What became of the visit of one address. */
export type AddressVisit =
  | { known: true; session: VisitedSession; shared: boolean }
  | { known: false; failure: UnknownBecause };

/** A mail host as it was visited. */
export type VisitedHost = Omit<MailHost, 'addresses'> & {
  addresses: (Omit<MailAddress, 'session'> & { visit: AddressVisit })[];
};

/** Judges the chains of a host for its name, and compares them with its TLSA records. */
export async function judgeHost(judge: ChainContext, host: VisitedHost, domain: string): Promise<MailHost> {
  const judged = await Promise.all(
    host.addresses.map(async ({ visit, ...address }) => {
      if (!visit.known) return { address: { ...address, session: unobserved(visit.failure) }, served: null };
      const visited = { address: address.address, session: visit.session, shared: visit.shared };
      const { session, served } = await judgeVisit(judge, visited, { host: host.name, domain });
      return { address: { ...address, session: seen(session) }, served };
    }),
  );
  const served = judged.flatMap((one) => one.served ?? []);
  return { ...host, addresses: judged.map(({ address }) => address), tlsa: matchAll(host.tlsa, served) };
}
