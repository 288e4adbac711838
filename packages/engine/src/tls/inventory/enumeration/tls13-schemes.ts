import { tls13Schemes } from '../../client/hello/code-points.ts';
import type { ShownChain } from '../observed/chains.ts';
import type { ScanSession } from '../scan-session.ts';
import { eliminateJointly, listOf } from './elimination.ts';
import { chainsIn, makePartialHandshake } from './partial-handshake.ts';

/** Signature schemes of CertificateVerify, and the chains that they brought. */
export interface Schemes {
  found: readonly number[];
  complete: boolean;
  chains: readonly ShownChain[];
}

/** Enumerates signature schemes; each costs a partial handshake. */
export async function enumerateSchemes(session: ScanSession): Promise<Schemes> {
  const schemes = listOf(tls13Schemes);
  const chains: ShownChain[] = [];
  await eliminateJointly([schemes], async (offerOf) => {
    const answer = await makePartialHandshake(session, { schemes: offerOf(schemes) });
    chains.push(...chainsIn(answer));
    if (answer.kind !== 'seen') return { kind: answer.kind };
    const { scheme } = answer.partial;
    return { kind: 'picked', picks: new Map(scheme === null ? [] : [[schemes, scheme]]) };
  });
  return { found: schemes.found, complete: schemes.state === 'complete', chains };
}
