import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTester } from '../../../catalogue/testing/rows.ts';
import { mailAddressOf, mailHostOf, smtpSessionOf } from '../../../evidence/mail-transport/example.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleServers, exampleZone, zoneRecord, zoneReplies, zoneReplyWith } from '../../../evidence/zone/example.ts';
import type { ZoneEvidence } from '../../../evidence/zone/schema.ts';
import { nullMx, sessionOf, testRows, transportOf } from '../testing/evidence.ts';
import { smtpNoStarttls } from '../smtp/starttls.ts';
import { mxInconsistentNs, mxUnreachable } from './reach.ts';

const refused = unseen('refused', 'no-connection');
const silent = unseen('timeout', 'nothing-answered');
const noRoute = unseen('unreachable', 'step-failed', 'connect([2001:db8::25]:25)', 'ENETUNREACH');
const onlySix = [mailHostOf('six.site.lab', { addresses: [mailAddressOf('2001:db8::25', noRoute)] })];
const at = (...sessions: (typeof refused)[]) => [
  mailHostOf('mx.site.lab', { addresses: sessions.map((session, n) => mailAddressOf(`192.0.2.${25 + n}`, session)) }),
];
const egress = (port25: 'open' | 'blocked' | 'intercepted' | 'unknown') => ({ port25, how: 'connected' }) as const;

const greeting = mailHostOf('mx.site.lab', { addresses: [mailAddressOf('192.0.2.25', seen(smtpSessionOf({})))] });
const reserve = (session: typeof refused) =>
  mailHostOf('old.site.lab', { addresses: [mailAddressOf('192.0.2.26', session)] });
const withReserve = transportOf({ hosts: [greeting, reserve(refused)] });

testRows([
  // What does not listen has nothing to judge, and what does not answer may have.
  [smtpNoStarttls, 'one has it, and nothing listens at the reserve', withReserve, 'pass'],
  [
    smtpNoStarttls,
    'one has it, and the reserve is silent',
    transportOf({ hosts: [greeting, reserve(silent)] }),
    'inconclusive',
  ],
  [mxUnreachable, 'a server greets', transportOf(), 'pass'],
  [
    mxUnreachable,
    'all refuse, and port 25 is open from here',
    transportOf({ hosts: at(refused, refused) }),
    'fail',
    /All 2 tested/,
  ],
  [
    mxUnreachable,
    'one greets, and nothing listens at the reserve',
    withReserve,
    'informational',
    /192\.0\.2\.25 greets on port 25, but nothing listens there at old\.site\.lab[^]*old\.site\.lab 192\.0\.2\.26:25: refused/,
  ],
  [
    mxUnreachable,
    'it says that it takes no mail (521)',
    sessionOf({ greeting: { code: 521, lines: ['no mail here'] } }),
    'fail',
  ],
  [
    mxUnreachable,
    'all refuse, and nobody knows whether port 25 is open',
    transportOf({ hosts: at(refused), egress: egress('unknown') }),
    'inconclusive',
  ],
  [mxUnreachable, 'one is silent', transportOf({ hosts: at(refused, silent) }), 'inconclusive'],
  // Nothing was seen of a host that there is no route to; beside a visited address nothing follows.
  ...[mxUnreachable, smtpNoStarttls].map(
    (check) =>
      [
        check,
        'IPv6 alone, and no route to it',
        transportOf({ hosts: onlySix }),
        'inconclusive',
        /ENETUNREACH/,
      ] as const,
  ),
  [
    smtpNoStarttls,
    'one has it, and there is no route to the reserve, which has IPv6 alone',
    transportOf({ hosts: [greeting, ...onlySix] }),
    'inconclusive',
    /2001:db8::25/,
  ],
  [
    smtpNoStarttls,
    'IPv4 has it, and there is no route to the IPv6 address of the same host',
    transportOf({
      hosts: [mailHostOf('mx.site.lab', { addresses: [mailAddressOf(), mailAddressOf('2001:db8::25', noRoute)] })],
    }),
    'pass',
  ],
  [
    mxUnreachable,
    'it refuses us for a list (554)',
    sessionOf({ greeting: { code: 554, lines: ['listed'] } }),
    'inconclusive',
  ],
  [
    mxUnreachable,
    'port 25 is blocked here',
    transportOf({ hosts: at(silent), egress: egress('blocked') }),
    'inconclusive',
    /port_25_blocked/,
  ],
  [
    mxUnreachable,
    'somebody answers on port 25 in its place',
    transportOf({ egress: egress('intercepted') }),
    'inconclusive',
    /port_25_intercepted/,
  ],
  [
    mxUnreachable,
    'no host has an address',
    transportOf({ hosts: [mailHostOf('x.lab', { status: 'nxdomain', addresses: [] })] }),
    'not-applicable',
  ],
  [
    mxUnreachable,
    'the machine of the sender is the mail server',
    transportOf({
      hosts: [mailHostOf('localhost', { addresses: [{ ...mailAddressOf('127.0.0.1', silent), allowed: false }] })],
    }),
    'not-applicable',
    /no MX host has a public address/i,
  ],
  [mxUnreachable, 'the domain takes no mail', nullMx, 'not-applicable'],
]);

const mx = (...hosts: string[]) =>
  zoneReplyWith({ answer: hosts.map((host) => zoneRecord('site.lab', 'MX', `10 ${host}`)) });
const zone = (
  replies: readonly (ReturnType<typeof zoneReplyWith> | 'silent')[],
  changes: Partial<ZoneEvidence> = {},
) => ({
  zone: exampleZone({
    servers: exampleServers.map((server, n) => ({ ...server, replies: { MX: replies[n] ?? mx('a.lab') } })),
    changes,
  }),
  target: transportOf().target,
});

rowTester((evidence: ReturnType<typeof zone>) => evidence, { fail: /Reproduce: dig / })([
  [
    mxInconsistentNs,
    'all have the same',
    zone([mx('a.lab', 'b.lab'), mx('B.lab', 'a.lab'), mx('a.lab', 'b.lab'), mx('a.lab', 'b.lab')]),
    'pass',
  ],
  [mxInconsistentNs, 'one has another', zone([mx('old.lab')]), 'fail', /2 different sets/],
  [mxInconsistentNs, 'one has none', zone([mx()]), 'fail', /\(none\)/],
  [mxInconsistentNs, 'one refuses, which is no answer', zone([zoneReplies.refused]), 'pass'],
  [mxInconsistentNs, 'only one answers', zone([mx('a.lab'), 'silent', 'silent', 'silent']), 'inconclusive'],
  [mxInconsistentNs, 'none answers', zone(['silent', 'silent', 'silent', 'silent']), 'inconclusive'],
  [
    mxInconsistentNs,
    'port 53 is blocked here',
    zone([mx('old.lab')], { direct: 'blocked' }),
    'inconclusive',
    /port_53_blocked/,
  ],
  [mxInconsistentNs, 'the domain is no zone', zone([], { name: 'lab' }), 'not-applicable'],
]);

test('a non-authoritative answer is not compared', () => {
  const stale = zoneReplyWith({ flags: [], answer: [zoneRecord('site.lab', 'MX', '10 old.lab')] });
  assert.equal(mxInconsistentNs.evaluate(zone([stale])).outcome, 'pass');
});
