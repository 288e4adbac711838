import type { TlsaRecord } from './host.ts';
import type { OtherChain, SmtpSession } from './session.ts';

type Outcome = TlsaRecord['matches'][number]['outcome'];

/** The outcomes of TLSA records at an address; with a leaf, only for the chain that begins with it. Evidence of earlier audits has one chain and does not name its leaf. */
export const outcomesAt = (records: readonly TlsaRecord[], address: string, leaf?: string): Outcome[] =>
  records.flatMap(({ matches }) =>
    matches
      .filter((one) => one.address === address && (leaf === undefined || (one.leaf ?? leaf) === leaf))
      .map(({ outcome }) => outcome),
  );

/** The chain that a second session received for the other type of key; null: there is none. */
export const secondChain = ({ second }: SmtpSession): OtherChain | null =>
  second?.known === true && second.value.outcome === 'negotiated' ? second.value : null;
