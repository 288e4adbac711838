import type { TlsaRecord } from './host.ts';
import type { OtherChain, SmtpSession } from './session.ts';

type Outcome = TlsaRecord['matches'][number]['outcome'];

/** What records show of an address; with a leaf, of the chain that begins with it. Earlier audits saw one chain and name none. */
export const outcomesAt = (records: readonly TlsaRecord[], address: string, leaf?: string): Outcome[] =>
  records.flatMap(({ matches }) =>
    matches
      .filter((one) => one.address === address && (leaf === undefined || (one.leaf ?? leaf) === leaf))
      .map(({ outcome }) => outcome),
  );

/** The chain for the other kind of key, where a second session was shown one. */
export const secondChain = ({ second }: SmtpSession): OtherChain | null =>
  second?.known === true && second.value.outcome === 'negotiated' ? second.value : null;
