import assert from 'node:assert/strict';
import { labTest, sideBySide, waitSideBySide } from '@perimeter/lab/harness';
import { doorOf } from '@perimeter/protocols/smtp/door';
import type { MailHost } from '../../evidence/mail-transport/host.ts';
import { mailTransportEvidence, type MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import type { SmtpSession } from '../../evidence/mail-transport/session.ts';
import { netFailed } from '../../evidence/observed.ts';
import { createMailMemory } from '../../net/smtp/mail-memory.ts';
import { smtpTimeouts } from '../../net/smtp/opening.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTransportProbe } from './probe.ts';

async function gathered(domain: string, scanMode: 'standard' | 'deep' = 'standard'): Promise<MailTransportEvidence> {
  const context = labContext(domain, { target: { scanMode } });
  const { evidence } = await mailTransportProbe.run(context, {});
  assert.deepEqual(mailTransportEvidence.parse(JSON.parse(JSON.stringify(evidence))), evidence, domain);
  assert.ok(JSON.stringify(evidence).length < 256 * 1024, domain);
  return evidence;
}

const hostOf = ({ hosts: [host] }: MailTransportEvidence): MailHost => {
  assert.ok(host);
  return host;
};

const sessionOf = (evidence: MailTransportEvidence): SmtpSession => {
  const session = hostOf(evidence).addresses[0]?.session;
  assert.ok(session?.known === true, JSON.stringify(session));
  return session.value;
};

/** The result of STARTTLS in one word, and the version. */
function tlsOf({ startTls }: SmtpSession): string {
  if (!startTls.known) return startTls.failure.reason;
  const { value } = startTls;
  if (value.outcome !== 'negotiated') return value.outcome;
  const problems = value.verdict.problems.map(({ code }) => code);
  return [value.version, value.verdict.trusted ? 'trusted' : problems.join()].join(' ');
}

/** Host, meaning of its greeting, result of STARTTLS. */
const servers: readonly (readonly [string, string, string | RegExp])[] = [
  ['smtp-tls.lab', 'open', 'TLSv1.3 trusted'],
  ['smtp-plain.lab', 'open', 'not-offered'],
  ['smtp-tls10.lab', 'open', 'TLSv1.0 trusted'],
  ['smtp-tls-old.lab', 'open', 'TLSv1.2 trusted'],
  ['smtp-tls-broken.lab', 'open', 'failed'],
  ['smtp-tls-refused.lab', 'open', 'refused'],
  ['smtp-self-signed.lab', 'open', /^TLSv1\.3 .*self-signed/],
  ['smtp-expired.lab', 'open', /^TLSv1\.3 .*expired/],
  ['smtp-wrong-name.lab', 'open', /^TLSv1\.3 .*name-mismatch/],
  ['smtp-auth.lab', 'open', 'TLSv1.3 trusted'],
  ['smtp-late.lab', 'open', 'TLSv1.3 trusted'],
  ['smtp-421.lab', 'rate-limited', 'rate-limited'],
  ['smtp-554.lab', 'refused-us', 'refused'],
  ['smtp-521.lab', 'no-mail', 'refused'],
  ['smtp-ehlo-refused.lab', 'open', 'refused'],
  ['smtp-many-lines.lab', 'open', 'TLSv1.3 trusted'],
  ['postfix.lab', 'open', 'TLSv1.3 trusted'],
];
// Together: what is slow in each group waits for a server that stays silent.
waitSideBySide('mail transport', () => {
  sideBySide('mail servers of every kind', () => {
    // First, because these wait longest.
    for (const domain of ['smtp-silent.lab', 'smtp-tarpit.lab']) {
      labTest(`${domain} does not greet in time, but port 25 is open`, async () => {
        const evidence = await gathered(domain);
        const [at] = hostOf(evidence).addresses;
        assert.ok(at !== undefined && !at.session.known);
        // It ends at the greeting's time limit, not at the longer one of the session or the test.
        assert.deepEqual(at.session.failure, netFailed('timeout', 'silent-before-tls', smtpTimeouts.greetingMs));
        assert.equal(evidence.egress.port25, 'open');
      });
    }

    for (const [domain, door, tls] of servers) {
      const answers = async (): Promise<void> => {
        const evidence = await gathered(domain);
        const session = sessionOf(evidence);
        assert.equal(doorOf(session.greeting), door);
        if (typeof tls === 'string') assert.equal(tlsOf(session), tls);
        else assert.match(tlsOf(session), tls);
        assert.ok(session.connections <= 2);
        assert.deepEqual(evidence.egress, { port25: 'open', how: 'connected' });
      };
      labTest(`${domain}: ${door}, ${String(tls)}`, answers, [domain]);
    }

    labTest('a masked server is an interceptor of this audit', async () => {
      assert.deepEqual((await gathered('smtp-masked.lab')).egress, { port25: 'intercepted', how: 'masked-replies' });
    });
  });

  const exchanges: readonly (readonly [string, (evidence: MailTransportEvidence) => void])[] = [
    [
      'mx-two.lab',
      ({ hosts }) =>
        assert.deepEqual(
          hosts.map(({ name, addresses }) => [name, addresses[0]?.session.known]),
          [
            ['smtp-tls.lab', true],
            ['smtp-plain.lab', true],
          ],
        ),
    ],
    [
      'parked-locked.lab',
      ({ mx, hosts, egress }) => assert.deepEqual([mx.source, hosts, egress.how], ['null', [], 'not-tried']),
    ],
    [
      'mx-null-beside.lab',
      ({ mx, hosts }) => assert.deepEqual([mx.source, mx.records.length, hosts.length], ['mx', 2, 1]),
    ],
    [
      'mx-implicit.lab',
      ({ mx, hosts }) => assert.deepEqual([mx.source, hosts[0]?.name], ['implicit', 'mx-implicit.lab']),
    ],
    ['mx-alias.lab', (evidence) => assert.deepEqual(hostOf(evidence).aliases, ['smtp-tls.lab'])],
    ['mx-no-address.lab', (evidence) => assert.equal(hostOf(evidence).status, 'no-address')],
    ['mx-unregistered.lab', (evidence) => assert.equal(hostOf(evidence).status, 'nxdomain')],
    [
      'mx-literal.lab',
      (evidence) => assert.deepEqual([hostOf(evidence).status, hostOf(evidence).addresses], ['literal', []]),
    ],
    [
      'mx-closed.lab',
      (evidence) => {
        const [at] = hostOf(evidence).addresses;
        assert.ok(at !== undefined && !at.session.known && at.session.failure.reason === 'refused');
        assert.deepEqual(evidence.egress, { port25: 'unknown', how: 'no-answer' });
      },
    ],
    ['mx-v6only.lab', (evidence) => assert.equal(tlsOf(sessionOf(evidence)).split(' ')[0], 'TLSv1.3')],
    [
      'mx-many.lab',
      ({ hosts, notVisited }) =>
        assert.deepEqual([hosts.length, notVisited], [5, ['smtp-late.lab', 'smtp-expired.lab']]),
    ],
  ];
  sideBySide('MX records of every kind', () => {
    for (const [domain, verify] of exchanges) labTest(domain, async () => verify(await gathered(domain)));

    for (const domain of ['mx-private.lab', 'mx-localhost.lab']) {
      labTest(`${domain}: a special-purpose address is a fact, and no connection is made`, async () => {
        const context = labContext(domain);
        // The reserve for mail is enough, so no name server has to be queried over TCP.
        const authoritative = context.authoritative.for('mail');
        const { evidence } = await mailTransportProbe.run({ ...context, authoritative }, {});
        const [at] = evidence.hosts[0]?.addresses ?? [];
        assert.ok(at !== undefined && !at.allowed && !at.session.known && at.session.failure.reason === 'blocked');
        assert.equal(context.dialer.opened, 0);
      });
    }
  });

  /** Zone, and the result of the fetch: status and trust, or the failure. */
  const policies: readonly (readonly [string, string])[] = [
    ['sts-enforce.lab', '200 trusted'],
    ['sts-404.lab', '404 trusted'],
    ['sts-redirect.lab', '301 trusted'],
    ['sts-html.lab', '200 trusted'],
    ['sts-badcert.lab', '200 name-mismatch'],
    ['sts-big.lab', '200 trusted truncated'],
    ['sts-two-txt.lab', '200 trusted'],
    ['rpt-ok.lab', 'not-tested'],
  ];
  sideBySide('MTA-STS policies', () => {
    for (const [domain, wanted] of policies) {
      labTest(`${domain}: ${wanted}`, async () => {
        const { fetch } = (await gathered(domain)).mtaSts;
        if (!fetch.known) return assert.equal(fetch.failure.reason, wanted);
        const { status, trusted, certificateProblems, truncated, body } = fetch.value;
        const trust = trusted ? 'trusted' : certificateProblems.map(({ code }) => code).join();
        assert.equal([String(status), trust, ...(truncated ? ['truncated'] : [])].join(' '), wanted);
        assert.ok(body.length <= 64 * 1024);
      });
    }
  });

  const dane: readonly (readonly [string, string])[] = [
    ['dane-311.lab', 'secure 311 match'],
    ['dane-301.lab', 'secure 301 match'],
    ['dane-211.lab', 'secure 211 match'],
    ['dane-211-name.lab', 'secure 211 name'],
    ['dane-mismatch.lab', 'secure 311 none'],
    ['dane-one-of-two.lab', 'secure 311 match, 311 none'],
    ['dane-pkix-only.lab', 'secure 111 usage'],
    ['dane-rollover.lab', 'secure 211 name, 311 match'],
    ['dane-none.lab', 'secure '],
    ['dane-unsigned.lab', 'insecure 311 match'],
    ['dane-alias.lab', 'secure 211 match'],
    ['dane-alias-insecure.lab', 'insecure 311 match'],
  ];
  sideBySide('TLSA of mail servers', () => {
    for (const [domain, wanted] of dane) {
      labTest(`${domain}: ${wanted}`, async () => {
        const { security, tlsa } = hostOf(await gathered(domain));
        const records = (tlsa[0]?.records ?? []).map(({ usage, selector, matchingType, unusable, matches }) =>
          [`${usage}${selector}${matchingType}`, unusable ?? matches[0]?.outcome].join(' '),
        );
        assert.equal(`${security} ${records.toSorted().join(', ')}`, wanted);
      });
    }

    labTest('an alias is secure, what it leads to is not', async () => {
      const { security, aliasSecurity, tlsa } = hostOf(await gathered('dane-alias-insecure.lab'));
      assert.deepEqual([security, aliasSecurity], ['insecure', 'secure']);
      assert.deepEqual(
        tlsa.map((answer) => [answer.name, answer.security]),
        [['_25._tcp.mx.dane-alias-insecure.lab', 'secure']],
      );
    });

    labTest('a TLSA question that fails in a secure zone is unknown, and nothing is absent', async () => {
      const { security, tlsa } = hostOf(await gathered('dane-servfail.lab'));
      assert.deepEqual([security, tlsa[0]?.status], ['secure', 'failed']);
    });
  });

  sideBySide('deep mode', () => {
    labTest('VRFY and EXPN are asked, and plaintext behind STARTTLS is tested', async () => {
      const telling = sessionOf(await gathered('smtp-vrfy.lab', 'deep'));
      assert.ok(telling.userCommands.known);
      assert.deepEqual(
        telling.userCommands.value.map(({ command, reply }) => [command, reply.code]),
        [
          ['VRFY root', 250],
          ['EXPN root', 250],
        ],
      );
      assert.deepEqual(telling.injection, { known: true, value: false });
    });

    for (const [domain, injectable] of [
      ['smtp-injectable.lab', true],
      ['smtp-tls.lab', false],
      ['postfix.lab', false],
    ] as const) {
      const injects = async (): Promise<void> =>
        assert.deepEqual(sessionOf(await gathered(domain, 'deep')).injection, { known: true, value: injectable });
      labTest(`${domain} ${injectable ? 'runs' : 'drops'} commands from before TLS`, injects, [domain]);
    }
  });

  sideBySide('port 25 that lets nothing out', () => {
    labTest('silence of all mail servers before any success is a blocked port, and no server is blamed', async () => {
      const evidence = await gathered('mx-dead.lab');
      assert.deepEqual(evidence.egress, { port25: 'blocked', how: 'all-silent' });
      const [at] = hostOf(evidence).addresses;
      assert.ok(at !== undefined && !at.session.known && 'gap' in at.session.failure);
      assert.equal(at.session.failure.gap, 'port-25-blocked');
    });

    labTest('after a success the same silence is that of the server', async () => {
      const context = labContext('mx-dead.lab');
      context.mail.egress.learn({ registrableDomain: 'x.lab', contacts: ['answered'], intercepted: null });
      const { evidence } = await mailTransportProbe.run(context, {});
      const [at] = evidence.hosts[0]?.addresses ?? [];
      assert.ok(at !== undefined && !at.session.known && at.session.failure.reason === 'timeout');
      assert.deepEqual(evidence.egress, { port25: 'open', how: 'seen-before' });
    });

    labTest('where the operator says that it is blocked, no mail server is contacted', async () => {
      const mail = createMailMemory({ smtpEgress: 'blocked' });
      const context = { ...labContext('dane-311.lab'), mail };
      const { evidence } = await mailTransportProbe.run(context, {});
      assert.equal(context.dialer.opened, 0);
      assert.equal(evidence.egress.how, 'configured');
      assert.equal(evidence.hosts[0]?.tlsa[0]?.records.length, 1, 'DNS goes on');
    });

    labTest('audits side by side visit a server of others once', async () => {
      const mail = createMailMemory({ smtpEgress: 'auto' });
      const audits = ['sts-enforce.lab', 'sts-testing.lab', 'sts-dup.lab'].map(async (domain) => {
        const context = { ...labContext(domain), mail };
        return (await mailTransportProbe.run(context, {})).evidence;
      });
      const sessions = (await Promise.all(audits)).map(sessionOf);
      assert.deepEqual(sessions.map(({ shared }) => shared).toSorted(), [false, true, true]);
      assert.ok(sessions.every((session) => tlsOf(session) === 'TLSv1.3 trusted'));
    });
  });
});
