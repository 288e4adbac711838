// coverage/attacks.lab.test.ts audits a server with each flaw and one without it; flaws.lab.test.ts has one host of each kind. This
// file tests every stack and every fake.
import assert from 'node:assert/strict';
import { labTest, waitSideBySide } from '@perimeter/lab/harness';
import { unclear } from '../../evidence/observed.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { found, isVulnerable, readSeen } from './testing/found.ts';
import { labRow, takeRow, testFlaws, testPipelined, testUpgrade } from './testing/lab-flaws.ts';

/**
 * The flaws of each real TLS library. The three old OpenSSL releases are real: 1.0.1e accepts early ChangeCipherSpec
 * and distinguishes records of only padding; 1.0.0m discloses the length of unverified data.
 */
const stacks: Readonly<Record<string, { flaws: readonly string[]; renegotiations: readonly [number, number] | null }>> =
  {
    'good.lab': { flaws: [], renegotiations: [0, 1] },
    'bad.lab': { flaws: [], renegotiations: [0, 1] },
    'pq.lab': { flaws: [], renegotiations: [3, 4] },
    'ossl3.lab': { flaws: [], renegotiations: [0, 1] },
    'dh1024.lab': { flaws: [], renegotiations: [0, 1] },
    'gnutls.lab': { flaws: [], renegotiations: [10, 10] },
    'nss.lab': { flaws: [], renegotiations: [10, 10] },
    'jsse.lab': { flaws: [], renegotiations: [10, 10] },
    'old101.lab': { flaws: ['earlyCcs', 'openssl-2016-2107'], renegotiations: [10, 10] },
    'old100.lab': { flaws: ['zero-length-padding'], renegotiations: [10, 10] },
    'old102.lab': { flaws: [], renegotiations: [10, 10] },
    'old102s.lab': { flaws: [], renegotiations: [10, 10] },
    'old111.lab': { flaws: [], renegotiations: [10, 10] },
    'apache.lab': { flaws: [], renegotiations: [0, 1] },
    'haproxy.lab': { flaws: [], renegotiations: [0, 1] },
    'stunnel.lab': { flaws: [], renegotiations: [0, 1] },
    'tls13.lab': { flaws: [], renegotiations: null },
  };

/** Simulated servers with one flaw. Heartbleed, Ticketbleed, ROBOT and the padding oracles are only simulated. */
const fakes: Readonly<Record<string, readonly string[]>> = {
  'fake-heartbleed.lab': ['heartbleed'],
  'fake-heartbeat.lab': [],
  'fake-ccs.lab': ['earlyCcs'],
  'fake-robot.lab': ['robot'],
  'sound.lab': [],
  'sound-cbc.lab': [],
  'heartbleed.lab': ['heartbleed'],
  'heartbeat.lab': [],
  'ccs.lab': ['earlyCcs'],
  'ticketbleed.lab': ['ticketbleed'],
  'tickets.lab': [],
  'robot-strong.lab': ['robot'],
  'robot-weak.lab': ['robot'],
  'poodle-tls.lab': ['poodleTls'],
  'cbc-goldendoodle.lab': ['goldendoodle'],
  'cbc-zombie.lab': ['zombie-poodle'],
  'cbc-sleeping.lab': ['sleeping-poodle'],
  'cbc-zero-length.lab': ['zero-length-padding'],
  'cbc-2016-2107.lab': ['openssl-2016-2107'],
  'cross-name.lab': ['crossNameResumption'],
  'names-apart.lab': [],
};

waitSideBySide('stacks of others, fakes, and old releases with suites that no browser offers', () => {
  for (const [host, { flaws, renegotiations }] of Object.entries(stacks)) testFlaws(host, flaws, renegotiations);
  for (const [host, flaws] of Object.entries(fakes)) testFlaws(host, flaws);

  for (const host of ['only-export.lab', 'only-des.lab', 'only-null.lab', 'only-anonymous.lab']) {
    labTest(
      `${host}: every version is found, and no flaw`,
      async () => {
        const { endpoint, versions } = await takeRow(host);
        // SSL 2.0 is answered even where no cipher kind is enabled (CVE-2015-3197).
        const others = versions.filter((version) => version !== 'SSLv2');
        const expected = labRow(host).tls?.versions.filter((version) => version !== 'SSLv2');
        assert.deepEqual([found(endpoint), others], [[], expected]);
      },
      [host],
    );
  }
  // OpenSSL 1.0.1e accepts early ChangeCipherSpec, but only empty keys could prove it, and these suites are not
  // supported here.
  for (const host of ['only-des.lab', 'only-null.lab']) {
    labTest(
      `${host}: an end after early ChangeCipherSpec is not called sound`,
      async () => {
        const { endpoint } = await takeRow(host);
        assert.deepEqual(endpoint.earlyCcs, unclear('closed', 'closed-after-early-changes'));
      },
      [host],
    );
  }
});

labTest(
  'fixed releases of OpenSSL refuse the early ChangeCipherSpec, the flawed one goes on without keys',
  async () => {
    const { endpoint: flawed } = await takeRow('old101.lab');
    const reading = readSeen(flawed.earlyCcs, readEarlyCcs);
    assert.match(reading?.lines.join('\n') ?? '', /empty master secret: accepted/);
    for (const host of ['old100.lab', 'old102.lab']) {
      const { endpoint: fixed } = await takeRow(host);
      assert.equal(isVulnerable(fixed.earlyCcs, readEarlyCcs), false);
    }
  },
  ['old100.lab', 'old101.lab', 'old102.lab'],
);

testUpgrade('good.lab', false);
testUpgrade('redirect.lab', false);
testPipelined('exposed.lab', { imap: null, pop3: null });
testPipelined('good.lab', {});
