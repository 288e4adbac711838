import { readCbcOracle } from './flaws/cbc-oracle.ts';
import { readClientRenegotiation } from './flaws/client-renegotiation.ts';
import { readCrossName } from './flaws/cross-name.ts';
import { readEarlyCcs } from './flaws/early-ccs.ts';
import { readHeartbleed } from './flaws/heartbleed.ts';
import { readPoodleTls } from './flaws/poodle-tls.ts';
import { readRobot } from './flaws/robot.ts';
import { readTicketbleed } from './flaws/ticketbleed.ts';

/** The reading of each test of an endpoint, by its name in evidence. */
export const readings = {
  heartbleed: readHeartbleed,
  earlyCcs: readEarlyCcs,
  ticketbleed: readTicketbleed,
  robot: readRobot,
  poodleTls: readPoodleTls,
  cbcOracle: readCbcOracle,
  clientRenegotiation: readClientRenegotiation,
  crossNameResumption: readCrossName,
} as const;
