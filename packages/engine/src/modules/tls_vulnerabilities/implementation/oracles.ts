import { suiteHex, suiteName, type CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { fail, pass } from '../../../catalogue/outcome.ts';
import { testsslLine } from '../../../catalogue/reproduce.ts';
import { cbcOraclesIn, readCbcOracle } from '../../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { readPoodleTls } from '../../../evidence/vulnerabilities/flaws/poodle-tls.ts';
import { readRobot, robotStrength } from '../../../evidence/vulnerabilities/flaws/robot.ts';
import { judgeFlaw } from '../../derive/tls/flaws.ts';
import { oracleKinds } from './oracle-kinds.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { testedEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { flawTest } from '../../derive/tls/flaw-test.ts';
import { tlsBefore13 } from '../../../evidence/tls/inventory.ts';
import { isCbc, withoutSuite } from '../../../evidence/tls/ruled-out.ts';

const transportsByRsa = ({ keyExchange }: CipherSuite): boolean => keyExchange === 'RSA' || keyExchange === 'RSA_PSK';

export const vulnRobot = checkOf(testedEndpoint, {
  id: 'vuln-robot',
  title: 'No RSA padding oracle (ROBOT)',
  finding: 'RSA padding oracle (ROBOT, CVE-2017-13099 and others)',
  weakness: { cvss: 'conditionalSecretRead', cwe: [203] },
  mode: 'deep',
  judge: judgeFlaw({
    fact: ({ robot: test }) => test,
    ruledOut: withoutSuite(transportsByRsa, 'No suite with RSA key exchange is accepted'),
    judge: (test, flaws) => {
      const strengthSeen = robotStrength(test);
      if (strengthSeen === 'alike') return pass('The server responds identically to all malformed secrets');
      const strength =
        strengthSeen === 'strong-oracle'
          ? 'strong enough to decrypt recorded sessions or to sign with the key within days'
          : 'but only for one kind of malformation, so an attack needs very many connections';
      return fail({
        description: `The server responded differently to different malformed ClientKeyExchange messages, consistently in each round: ${strength}; expected: identical responses (RFC 5246 section 7.4.7.1).`,
        evidence: [readRobot(test).lines, testsslLine(flaws, '--robot')],
        ...(strengthSeen === 'weak-oracle' ? { cvss: 'recordedDecryption' } : {}),
      });
    },
  }),
});

const withoutCbc = withoutSuite(isCbc, 'No CBC suite is accepted in TLS', tlsBefore13);

export const vulnPoodleTls = checkOf(testedEndpoint, {
  id: 'vuln-poodle-tls',
  title: 'CBC padding is verified (POODLE over TLS)',
  finding: 'CBC padding is not verified (POODLE over TLS, CVE-2014-8730)',
  weakness: { cvss: 'luredInterception', cwe: [310, 354] },
  mode: 'deep',
  judge: flawTest({
    fact: ({ poodleTls: test }) => test,
    ruledOut: withoutCbc,
    read: readPoodleTls,
    passed: 'A record with invalid padding is rejected',
    description:
      'The server accepted a record with invalid CBC padding (CVE-2014-8730); expected: alert 20 bad_record_mac, because every padding byte must be verified (RFC 5246 section 6.2.3.2).',
    reproduce: () => null,
  }),
});

export const vulnCbcOracle = checkOf(testedEndpoint, {
  id: 'vuln-cbc-oracle',
  title: 'No CBC padding oracle',
  finding: 'CBC padding oracle',
  weakness: { cvss: 'luredInterception', cwe: [203] },
  mode: 'deep',
  judge: judgeFlaw({
    fact: ({ cbcOracle: test }) => test,
    ruledOut: withoutCbc,
    judge: (test) => {
      const oracles = cbcOraclesIn(test);
      if (oracles.length === 0) return pass('The server responds identically to all malformed records');
      const kinds = [...new Set(oracles.map(({ kind }) => oracleKinds[kind]))];
      return fail({
        description: `The server responded differently to malformed records, consistently in three of three rounds: ${kinds.join('; ')}; expected: alert 20 bad_record_mac for all of them (RFC 5246 section 6.2.3.2).`,
        evidence: [
          oracles.map(
            ({ kind, version, suite }) => `${kind} under ${version} with ${suiteHex(suite)} ${suiteName(suite)}`,
          ),
          readCbcOracle(test).lines,
        ],
      });
    },
  }),
});
