import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { trustFaults } from '../../../evidence/certificates/trust-faults.ts';
import type { MailTransportEvidence } from '../../../evidence/mail-transport/schema.ts';
import type { NegotiatedTls } from '../../../evidence/mail-transport/session.ts';
import { certificateLine } from '../../derive/certificates/certificate-words.ts';

/** The leaf that a session showed; null where it could not be read. */
export const leafOf = ({ certificates }: MailTransportEvidence, { chain }: NegotiatedTls): CertificateFacts | null =>
  certificates.find(({ sha256 }) => sha256 === chain[0]) ?? null;

/** Why a sender does not trust a chain. */
export const faultsOf = ({ verdict }: NegotiatedTls): string =>
  trustFaults(verdict.problems) || 'The chain leads to no trusted root';

/** The certificates that were served, one a line. */
export const servedLines = (
  { certificates }: MailTransportEvidence,
  { chain }: Pick<NegotiatedTls, 'chain'>,
): string[] =>
  chain.slice(0, 5).map((sha256) => {
    const facts = certificates.find((one) => one.sha256 === sha256);
    return facts === undefined ? `sha256: ${sha256}` : certificateLine(facts);
  });
