import { untested } from '../../evidence/observed.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import type { DirectAnswer } from '../../net/authoritative/question.ts';

/** True where a parent zone's server answers like a resolver instead of with authority. */
function isForeign(answer: DirectAnswer): boolean {
  if (!answer.ok || !answer.reply.readable) return false;
  const { flags, responseCode } = answer.reply.message;
  return flags.recursionAvailable || (responseCode === 0 && !flags.authoritative);
}

const isProper = (answer: DirectAnswer): boolean =>
  answer.ok && answer.reply.readable && answer.reply.message.flags.authoritative;

/** Servers that must answer like a resolver before port 53 counts as intercepted. */
const enoughForeign = 2;

/**
 * The state of port 53 by control queries: the parent zone's servers are not the target's, and all of them serve their
 * zone. `heard`: another server answered directly.
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

/** If port 53 does not reach name servers, the direct answers are not theirs: only the resolver's data is kept. */
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
