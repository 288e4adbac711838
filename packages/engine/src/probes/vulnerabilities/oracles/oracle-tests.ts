import { readings } from '../../../evidence/vulnerabilities/readings.ts';
import type { Subject } from '../exchange/subject.ts';
import { finding, within } from '../exchange/within.ts';
import type { Facts } from '../facts.ts';
import { testCbcOracle } from './cbc-oracle.ts';
import { testPoodleTls } from './poodle-tls.ts';
import { testRobot } from './robot.ts';

const timeoutMs = 60_000;

/** The padding oracles, which need the most connections. */
export async function testOracles(subject: Subject): Promise<Pick<Facts, 'robot' | 'poodleTls' | 'cbcOracle'>> {
  return {
    robot: await within(subject, { name: 'ROBOT', timeoutMs }, finding(readings.robot), testRobot),
    poodleTls: await within(subject, { name: 'POODLE over TLS' }, finding(readings.poodleTls), testPoodleTls),
    cbcOracle: await within(subject, { name: 'CBC oracles', timeoutMs }, finding(readings.cbcOracle), testCbcOracle),
  };
}
