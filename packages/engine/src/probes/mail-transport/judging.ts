import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { PathVerdict } from '../../evidence/certificates/schema.ts';
import type { MailAddress, MailHost } from '../../evidence/mail-transport/host.ts';
import type { SmtpSession } from '../../evidence/mail-transport/session.ts';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { seen, type UnknownBecause, unobserved } from '../../evidence/observed.ts';
import type { StoredCertificate } from '../../pki/context/certificate-store.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import type { MailChain } from '../../pki/dane/mail-chain.ts';
import { judgePath } from '../../pki/path/verdict.ts';
import { matchAll, type ServedAt } from './tlsa.ts';

/** The mail host's name, and the mail domain. */
interface Names {
  host: string;
  domain: string;
}

/** The chain of a visit for a DANE sender: only what was served. */
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
  served: ServedAt[];
}

/** Judges one served chain for the name of the host. */
async function judgeChain(
  judge: ChainContext,
  { ders, address }: { ders: readonly string[]; address: string },
  names: Names,
): Promise<{ chain: string[]; verdict: PathVerdict; served: ServedAt[] }> {
  const served = ders.map((der) => judge.store.add(new Uint8Array(Buffer.from(der, 'base64')), 'served'));
  const { leaf, verdict } = await judgePath(judge, served, names.host);
  const chain = served.map(({ sha256 }) => sha256);
  const [first] = chain;
  if (leaf === null || first === undefined) return { chain, verdict, served: [] };
  return { chain, verdict, served: [{ address, leaf: first, chain: mailChainOf(judge, leaf, served, names) }] };
}

/** The second chain of an address, if any. */
async function judgeSecond(
  judge: ChainContext,
  { address, session: { second } }: { address: string; session: VisitedSession },
  names: Names,
): Promise<{ member: Pick<SmtpSession, 'second'>; served: ServedAt[] }> {
  if (second === undefined) return { member: {}, served: [] };
  if (!second.known) return { member: { second }, served: [] };
  if (second.value.outcome === 'none') return { member: { second: seen(second.value) }, served: [] };
  const { served: ders, ...tls } = second.value;
  const { chain, verdict, served } = await judgeChain(judge, { ders, address }, names);
  return { member: { second: seen({ ...tls, chain, verdict }) }, served };
}

async function judgeVisit(
  judge: ChainContext,
  visited: { address: string; session: VisitedSession; shared: boolean },
  names: Names,
): Promise<JudgedVisit> {
  const { session, shared, address } = visited;
  const { startTls, second: _, ...rest } = session;
  const without = (outcome: SmtpSession['startTls']): JudgedVisit => ({
    session: { ...rest, startTls: outcome, shared },
    served: [],
  });
  if (!startTls.known) return without(startTls);
  if (startTls.value.outcome !== 'negotiated') return without(seen(startTls.value));
  const { served: ders, ...tls } = startTls.value;
  const { chain, verdict, served } = await judgeChain(judge, { ders, address }, names);
  const second = await judgeSecond(judge, visited, names);
  return {
    session: { ...rest, shared, startTls: seen({ ...tls, chain, verdict }), ...second.member },
    served: [...served, ...second.served],
  };
}

/** The result of visiting one address. */
export type AddressVisit =
  | { known: true; session: VisitedSession; shared: boolean }
  | { known: false; failure: UnknownBecause };

/** A visited mail host. */
export type VisitedHost = Omit<MailHost, 'addresses'> & {
  addresses: (Omit<MailAddress, 'session'> & { visit: AddressVisit })[];
};

/** Judges the chains of a host for its name, and compares them with its TLSA records. */
export async function judgeHost(judge: ChainContext, host: VisitedHost, domain: string): Promise<MailHost> {
  const judged = await Promise.all(
    host.addresses.map(async ({ visit, ...address }) => {
      if (!visit.known) return { address: { ...address, session: unobserved(visit.failure) }, served: [] };
      const visited = { address: address.address, session: visit.session, shared: visit.shared };
      const { session, served } = await judgeVisit(judge, visited, { host: host.name, domain });
      return { address: { ...address, session: seen(session) }, served };
    }),
  );
  const served = judged.flatMap((one) => one.served);
  return { ...host, addresses: judged.map(({ address }) => address), tlsa: matchAll(host.tlsa, served) };
}
