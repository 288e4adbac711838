import { type UnknownBecause, unobserved, untested } from '../../evidence/observed.ts';
import type { Subject } from './exchange/subject.ts';
import type { Facts } from './facts.ts';
import { heartbleedKnown } from './handshake/heartbleed.ts';
import { ticketbleedKnown } from './handshake/ticketbleed.ts';

const inDeepModeOnly = untested('deep-mode-only');

/** Results from the inventory alone, for both modes. */
export const factsWithoutConnections = (subject: Subject): Facts => ({
  heartbleed: heartbleedKnown(subject) ?? inDeepModeOnly,
  earlyCcs: inDeepModeOnly,
  ticketbleed: ticketbleedKnown(subject) ?? inDeepModeOnly,
  robot: inDeepModeOnly,
  poodleTls: inDeepModeOnly,
  cbcOracle: inDeepModeOnly,
  clientRenegotiation: inDeepModeOnly,
  crossNameResumption: inDeepModeOnly,
});

/** The facts of an endpoint that cannot be tested, for one reason. */
export function factsWithout(failure: UnknownBecause): Facts {
  const gap = unobserved(failure);
  return {
    heartbleed: gap,
    earlyCcs: gap,
    ticketbleed: gap,
    robot: gap,
    poodleTls: gap,
    cbcOracle: gap,
    clientRenegotiation: gap,
    crossNameResumption: gap,
  };
}
