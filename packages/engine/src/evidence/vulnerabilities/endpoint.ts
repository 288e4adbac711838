import { z } from 'zod';
import { observed } from '../observed.ts';
import { cbcOracleTest } from './flaws/cbc-oracle.ts';
import { clientRenegotiationTest } from './flaws/client-renegotiation.ts';
import { crossNameTest } from './flaws/cross-name.ts';
import { earlyCcsTest } from './flaws/early-ccs.ts';
import { heartbleedTest } from './flaws/heartbleed.ts';
import { poodleTlsTest } from './flaws/poodle-tls.ts';
import { robotTest } from './flaws/robot.ts';
import { ticketbleedTest } from './flaws/ticketbleed.ts';

/** What was sent to one address and port, and what came back; every test is sent as raw bytes, and none exploits a flaw. */
export const vulnerabilityEndpoint = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  heartbleed: observed(heartbleedTest),
  earlyCcs: observed(earlyCcsTest),
  ticketbleed: observed(ticketbleedTest),
  robot: observed(robotTest),
  poodleTls: observed(poodleTlsTest),
  cbcOracle: observed(cbcOracleTest),
  clientRenegotiation: observed(clientRenegotiationTest),
  crossNameResumption: observed(crossNameTest),
  connections: z.int(),
});
export type VulnerabilityEndpoint = z.infer<typeof vulnerabilityEndpoint>;
