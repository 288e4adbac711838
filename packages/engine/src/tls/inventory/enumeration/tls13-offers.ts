import { suiteHex } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type ServerAnswer, speaks } from '../../client/answer.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import { sharesFor } from '../../client/keys/key-share.ts';
import type { KeepAs, SendOptions } from '../../client/tls-client.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { ScanSession } from '../scan-session.ts';
import type { Ask, List } from './elimination.ts';
import { netFailed } from '../../../evidence/observed.ts';

/** A HelloRetryRequest without a group, which wolfSSL sends where it supports none of the offered ones. */
const withoutGroup = ({ flight }: HelloAnswer): ServerAnswer => ({
  kind: 'refused',
  flight,
  how: { code: 'retry-without-group' },
  alert: null,
});

const isSpeaking13 = (answer: ServerAnswer): answer is HelloAnswer => speaks(answer, wireVersions['TLSv1.3']);

const keepChoice = (answer: ServerAnswer): KeepAs | null =>
  isSpeaking13(answer) ? { name: `TLSv1.3 ${suiteHex(answer.hello.suite)}`, isBrief: true } : null;

/** Makes one offer of TLS 1.3. */
export type Offer13 = (
  suites: readonly number[],
  groups: readonly number[],
  keep?: SendOptions['keep'],
) => Promise<ServerAnswer>;

/**
 * Offers suites and groups. Without a key share the answer is a HelloRetryRequest that names both (RFC 9846 section
 * 4.1.4): neither side generates a key. Servers that insist on shares get the computable ones.
 */
export function offers13({ client }: ScanSession, insists: boolean): Offer13 {
  return async (suites, groups, keep) => {
    const spec: HelloSpec = { version: 'TLSv1.3', suites, groups, shares: insists ? sharesFor(groups) : [] };
    const answer = await client.ask(spec, keep === undefined ? {} : { keep });
    if (!isSpeaking13(answer)) return answer;
    const { suite, group, isRetryRequest } = answer.hello;
    if (suites.includes(suite) && groups.includes(group ?? -1)) return answer;
    if (isRetryRequest && group === null) return withoutGroup(answer);
    return {
      kind: 'failed',
      flight: answer.flight,
      failure: netFailed('malformed', 'chose-unoffered'),
      confirmed: false,
    };
  };
}

/** Removes one suite and one group from their lists with each offer. */
export const strikingBoth =
  (offer: Offer13, suites: List, groups: List): Ask =>
  async (offerOf) => {
    const answer = await offer(offerOf(suites), offerOf(groups), keepChoice);
    if (answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
    if (!isSpeaking13(answer)) return { kind: 'refused' };
    const picks = new Map([
      [suites, answer.hello.suite],
      [groups, answer.hello.group ?? -1],
    ]);
    return { kind: 'picked', picks };
  };
