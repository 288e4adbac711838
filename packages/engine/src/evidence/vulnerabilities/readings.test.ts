import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unseen } from '../observed.ts';
import type { Reading, ServerAct } from './exchange.ts';
import {
  alertAct,
  cbcRecords,
  earlyChanges,
  heartbeats,
  otherNameResumed,
  paddings,
  pipelined,
  premasters,
  renegotiations,
  shortSessionIds,
} from './example.ts';
import { cbcOraclesIn } from './flaws/cbc-oracle.ts';
import { countRenegotiations } from './flaws/client-renegotiation.ts';
import type { HeartbleedTest } from './flaws/heartbleed.ts';
import { readPipelined, readUpgrade } from './flaws/plaintext-upgrade.ts';
import { robotStrength } from './flaws/robot.ts';
import { readings } from './readings.ts';

const closed: ServerAct = { kind: 'closed' };
const leak: ServerAct = { kind: 'heartbeat', bytes: 51 };

const unoffered = (test: HeartbleedTest): HeartbleedTest => ({
  ...test,
  attempts: test.attempts.map((attempt) => ({
    ...attempt,
    negotiation: { ...attempt.negotiation, offered: { ...attempt.negotiation.offered, extensions: [0] } },
  })),
});

const changes = earlyChanges(alertAct(20));
const emptyKeys = (answer: ServerAct) => ({
  tries: earlyChanges({ kind: 'silence' }).tries.slice(0, 1),
  emptyKeys: [{ finishedOver: 'all-messages' as const, answer }],
  completesInOrder: true,
});
const cross = otherNameResumed('www.example.test', true);
const resumption = { resumed: true, status: 200, failure: null };

const rows: readonly (readonly [fact: string, reading: Reading, vulnerable: boolean, says: RegExp])[] = [
  ['an answer longer than the message', readings.heartbleed(heartbeats(leak)), true, /answer of 51 bytes/],
  [
    'an answer as long as the message',
    readings.heartbleed(heartbeats({ kind: 'heartbeat', bytes: 35 })),
    false,
    /35 bytes/,
  ],
  ['no answer to a heartbeat', readings.heartbleed(heartbeats({ kind: 'silence' })), false, /silence/],
  ['a leak without an offer of heartbeats', readings.heartbleed(unoffered(heartbeats(leak))), false, /not echoed/],
  ['heartbeats ruled out', readings.heartbleed({ ruledOut: 'tls13-only', attempts: [] }), false, /Only TLS 1\.3/],
  ['a decrypted message twice', readings.earlyCcs(changes), true, /alert 20[^]*second connection/],
  [
    'a decrypted message once',
    readings.earlyCcs({ ...changes, tries: changes.tries.slice(1) }),
    false,
    /did not accept/,
  ],
  ['an unexpected message', readings.earlyCcs(earlyChanges(alertAct(10))), false, /alert 10 unexpected_message/],
  [
    'ChangeCipherSpec under empty keys',
    readings.earlyCcs(emptyKeys({ kind: 'change-cipher-spec' })),
    true,
    /: accepted/,
  ],
  [
    'an end under empty keys',
    readings.earlyCcs(emptyKeys(closed)),
    false,
    /connection closed\nA handshake in the right order/,
  ],
  ['foreign bytes in a session id', readings.ticketbleed(shortSessionIds(32)), true, /of which 16 are not ours/],
  ['the session id that was sent', readings.ticketbleed(shortSessionIds(16)), false, /No foreign bytes/],
  [
    'a refusal after foreign bytes',
    readings.ticketbleed({
      ...shortSessionIds(32),
      resumptions: [
        ...shortSessionIds(32).resumptions.slice(1),
        { sessionId: 'ab', answer: unseen('tls', 'server-alert', 'alert 40') },
      ],
    }),
    false,
    /alert 40/,
  ],
  [
    'no ticket',
    readings.ticketbleed({ negotiation: null, ticketBytes: null, resumptions: [] }),
    false,
    /no session ticket/,
  ],
  ['secrets answered alike', readings.robot(premasters()), false, /all answered by alert 20/],
  ['one secret answered otherwise', readings.robot(premasters({ none: closed })), true, /correct padding: closed/],
  ['wrong padding accepted twice', readings.poodleTls(paddings(true)), true, /the handshake completed/],
  ['wrong padding rejected', readings.poodleTls(paddings(false)), false, /alert 20 bad_record_mac/],
  [
    'wrong padding accepted once',
    readings.poodleTls({ tries: paddings(true).tries.slice(0, 2) }),
    false,
    /Wrong padding is rejected/,
  ],
  ['records answered alike', readings.cbcOracle(cbcRecords()), false, /All were answered by alert 20/],
  [
    'one record answered otherwise',
    readings.cbcOracle(cbcRecords({ 'wrong-mac': closed })),
    true,
    /wrong MAC[^\n]*: closed/,
  ],
  [
    'ten renegotiations',
    readings.clientRenegotiation(renegotiations(10)),
    true,
    /Renegotiation 10: a complete handshake/,
  ],
  ['three renegotiations', readings.clientRenegotiation(renegotiations(3)), false, /Renegotiation 4: alert 100/],
  ['a session resumed for another name', readings.crossNameResumption(cross), true, /GET \/ answered by 200/],
  [
    'a full handshake for the other name',
    readings.crossNameResumption(otherNameResumed('b.test', false)),
    false,
    /full handshake/,
  ],
  [
    '421 in the resumed session',
    readings.crossNameResumption({ ...cross, resumption: { ...resumption, status: 421 } }),
    false,
    /421/,
  ],
  [
    'one certificate for both',
    readings.crossNameResumption({ ...cross, otherLeafSha256: cross.leafSha256 }),
    false,
    /same certificate/,
  ],
  [
    'a certificate that covers both',
    readings.crossNameResumption({ ...cross, coversOther: true }),
    false,
    /covers www\.example\.test/,
  ],
  ['nothing to resume', readings.crossNameResumption({ ...cross, resumable: false }), false, /resumes no sessions/],
  ['an offer of TLS', readUpgrade({ status: 200, upgrade: ['h2c', 'TLS/1.0'] }), true, /Upgrade: h2c, TLS/],
  ['a switch without a name', readUpgrade({ status: 101, upgrade: [] }), true, /Answered 101/],
  [
    'a switch to something else',
    readUpgrade({ status: 101, upgrade: ['websocket'] }),
    false,
    /does not offer an upgrade/,
  ],
  ['a command answered inside TLS', readPipelined(pipelined(true)), true, /before anything was sent/],
  ['a discarded command', readPipelined(pipelined(false)), false, /discarded/],
  [
    'a late answer of IMAP',
    readPipelined({ ...pipelined(false), control: { command: 'p3 NOOP', answer: 'p2 OK' } }),
    true,
    /answered inside TLS/,
  ],
  [
    'an answer of POP3, which has no tags',
    readPipelined({ ...pipelined(false), protocol: 'pop3', control: { command: 'CAPA', answer: '-ERR' } }),
    false,
    /discarded/,
  ],
  ['both answered in clear', readPipelined({ ...pipelined(false), answeredInClear: true }), false, /in clear as well/],
];

for (const [fact, reading, vulnerable, says] of rows) {
  test(`${fact}: ${vulnerable ? 'vulnerable' : 'not vulnerable'}`, () => {
    assert.equal(reading.vulnerable, vulnerable, reading.lines.join('\n'));
    assert.match(reading.lines.join('\n'), says);
  });
}

test('the strength of a padding oracle follows from the secrets that it distinguishes', () => {
  assert.equal(robotStrength(premasters()), 'alike');
  assert.equal(robotStrength(premasters({ none: closed })), 'weak-oracle');
  assert.equal(robotStrength(premasters({ 'no-zero': closed })), 'strong-oracle');
});

const silence: ServerAct = { kind: 'silence' };
const oracles: readonly (readonly [name: string, others: Parameters<typeof cbcRecords>[0], kinds: string[]])[] = [
  ['no difference', {}, []],
  ['a wrong MAC alone', { 'wrong-mac': closed }, ['goldendoodle']],
  ['wrong padding with a right MAC', { 'wrong-padding': closed }, ['zombie-poodle']],
  ['silence to wrong padding', { 'wrong-padding': silence }, ['sleeping-poodle']],
  ['record_overflow', { 'no-mac-only-padding': alertAct(22) }, ['openssl-2016-2107']],
  ['empty records alone', { 'empty-wrong-mac': closed }, ['zero-length-padding']],
];

for (const [name, others, kinds] of oracles) {
  test(`CBC oracle by ${name}: ${kinds.join(', ') || 'none'}`, () => {
    assert.deepEqual(
      cbcOraclesIn(cbcRecords(others)).map(({ kind }) => kind),
      kinds,
    );
  });
}

test('completed renegotiations are counted', () => {
  assert.deepEqual(countRenegotiations(renegotiations(3)), { accepted: 3, tried: 4 });
  assert.deepEqual(countRenegotiations(renegotiations(10)), { accepted: 10, tried: 10 });
});
