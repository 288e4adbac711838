import { untested } from '../../evidence/observed.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';

/** True where a server of the parent zone does not answer for that zone as its own, but as a resolver would. */
function isForeign(answer: DirectAnswer): boolean {
  if (!answer.ok || !answer.reply.readable) return false;
  const { flags, responseCode } = answer.reply.message;
  return flags.recursionAvailable || (responseCode === 0 && !flags.authoritative);
}

const isProper = (answer: DirectAnswer): boolean =>
  answer.ok && answer.reply.readable && answer.reply.message.flags.authoritative;

/** Servers that have to answer in another's voice before port 53 counts as intercepted. */
const enoughForeign = 2;

/**
 * What control questions tell about port 53: the servers of the parent zone are not the target's, and all of them answer for
 * their zone. `heard`: some other server was heard from directly.
 */
export function directBy(controls: readonly DirectAnswer[], heard: boolean): ZoneEvidence['direct'] {
  const answered = controls.filter(({ ok }) => ok);
  const foreign = answered.filter(isForeign).length;
  if (foreign >= enoughForeign || (foreign === 1 && answered.length === 1)) return 'intercepted';
  if (answered.some(isProper) || heard) return 'open';
  const isSilent = controls.every(
    (answer) => !answer.ok && ['timeout', 'refused', 'unreachable'].includes(answer.failure.reason),
  );
  return controls.length > 0 && isSilent ? 'blocked' : 'unknown';
}

/**
 * Where port 53 does not lead to name servers, nothing that was seen there is theirs: what the resolver told stays, the direct
 * view goes.
 */
export function withoutDirectView<T extends Omit<ZoneEvidence, 'lookups'>>(zone: T): T {
  if (zone.direct !== 'blocked' && zone.direct !== 'intercepted') return zone;
  const gap = untested(zone.direct === 'blocked' ? 'port-53-blocked' : 'port-53-intercepted');
  return {
    ...zone,
    parent: zone.parent === null ? null : { ...zone.parent, referral: gap, disagreements: [] },
    serverNames: zone.serverNames.map((name) => ({ ...name, inParent: false, glue: [] })),
    servers: zone.servers.map((server) => {
      const { signing: _, ...known } = server;
      const unseenFacts = { udp: gap, tcp: gap, axfr: gap, recursion: gap, version: gap, edns: gap };
      return { ...known, ...unseenFacts, battery: {}, differing: [], latencyMs: null };
    }),
  };
}
