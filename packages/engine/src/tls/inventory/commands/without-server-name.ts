import { seen, unclear } from '../../../evidence/observed.ts';
import { unseenBecause } from '../../client/answer.ts';
import type { HelloVersion } from '../../client/hello/hello.ts';
import type { Learned } from '../learned.ts';
import { readCertificate } from '../observed/certificates.ts';
import { type ScanSession, untilDone } from '../scan-session.ts';
import { makePartialHandshake } from '../enumeration/partial-handshake.ts';

function shown(accepted: boolean, chain: readonly Uint8Array[]): Learned {
  const [leaf] = chain;
  const leafSha256 = leaf === undefined ? null : readCertificate(leaf).sha256;
  const certificates = chain.map((der) => Buffer.from(der).toString('base64'));
  return { facts: { withoutServerName: seen({ accepted, leafSha256, certificates }) } };
}

/** The same hello without a server name, as from a client that only knows the address. */
export async function scanWithoutServerName(session: ScanSession, version: HelloVersion): Promise<Learned> {
  if (version === 'TLSv1.3') return scanPartialWithoutServerName(session);
  const spec = { ...session.client.knownGood(version), serverName: null };
  const answer = await session.client.ask(spec, { enough: untilDone, keep: 'withoutServerName', observed: false });
  if (answer.kind === 'failed') return { facts: { withoutServerName: unseenBecause(answer.failure) } };
  return shown(answer.kind === 'hello', answer.flight.certificates ?? []);
}

async function scanPartialWithoutServerName(session: ScanSession): Promise<Learned> {
  const answer = await makePartialHandshake(session, { serverName: null });
  if (answer.kind === 'failed') {
    return { facts: { withoutServerName: unclear('closed', 'nameless-unanswered') } };
  }
  const chain = answer.kind === 'seen' ? answer.partial.certificates.map(({ der }) => der) : [];
  return shown(answer.kind === 'seen', chain);
}
