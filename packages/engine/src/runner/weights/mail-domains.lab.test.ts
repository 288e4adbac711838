import assert from 'node:assert/strict';
import { before } from 'node:test';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { dnsZone } from '../../modules/dns_zone/module.ts';
import { dnssec } from '../../modules/dnssec/module.ts';
import { emailAuth } from '../../modules/email_auth/module.ts';
import { emailTransport } from '../../modules/email_transport/module.ts';
import { probes } from '../../probes/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { discoveryOf } from '../../evidence/mail-auth/policy.ts';
import { gather } from '../gather.ts';

// Typical domains: exactly what an expert would report to their owners about DNS and mail.
interface Expected {
  fails: readonly string[];
  informs: readonly string[];
  open?: readonly string[];
}

/** No signatures and no keys. */
const bareMail = ['dnssec-unsigned', 'dkim-none'];
const parked = ['dnssec-unsigned', 'spf-mailless-open', 'dmarc-missing'];

const domains: Readonly<Record<string, Expected>> = {
  'large-provider.lab': {
    fails: ['dnssec-unsigned'],
    informs: ['dns-soa-timers', 'dns-txt-service-tokens'],
    open: ['dkim-none'],
  },
  'code-host.lab': {
    fails: ['dnssec-unsigned', 'mtasts-missing'],
    informs: ['dns-soa-serial-drift', 'dmarc-removed-tags', 'tlsrpt-missing'],
  },
  'cdn-hosted.lab': { fails: [], informs: ['dnssec-mx-zone-unsigned'] },
  'small-business.lab': {
    fails: ['dnssec-unsigned', 'dmarc-policy-none', 'dmarc-no-rua', 'mtasts-missing'],
    informs: ['tlsrpt-missing'],
  },
  'parked-untouched.lab': {
    fails: ['dnssec-unsigned', 'spf-mailless-open', 'dmarc-missing'],
    informs: ['mx-null-missing'],
  },
  'parked-locked.lab': { fails: ['dnssec-unsigned'], informs: [] },
  // One fault or rule each.
  'shop.dmarc-psd-y.lab': { fails: [...bareMail, 'mtasts-missing'], informs: ['tlsrpt-missing'] },
  'a.b.c.d.e.f.g.h.i.j.dmarc-deep.lab': { fails: [...bareMail, 'mtasts-missing'], informs: ['tlsrpt-missing'] },
  'shop.team.dmarc-org-differs.lab': { fails: [...bareMail, 'mtasts-missing'], informs: ['tlsrpt-missing'] },
  'dkim-delegated.lab': { fails: ['dnssec-unsigned', 'mtasts-missing'], informs: ['tlsrpt-missing'] },
  'dkim-delegated-hidden.lab': {
    fails: ['dnssec-unsigned', 'mtasts-missing'],
    informs: ['tlsrpt-missing'],
    open: ['dkim-none'],
  },
  'bimi-policy-none.lab': {
    fails: ['dnssec-unsigned', 'dmarc-policy-none', 'mtasts-missing'],
    informs: ['bimi-invalid', 'tlsrpt-missing'],
  },
  'dane-two-keys.lab': { fails: ['dkim-none', 'tlsrpt-missing'], informs: ['dnssec-zone-walkable', 'mtasts-missing'] },
  'alias-unregistered.lab': { fails: ['dns-cname-chain', ...parked], informs: ['mx-null-missing'] },
  'soa-truncated.lab': {
    fails: ['dns-ns-prefix-diversity', ...parked],
    informs: ['mx-null-missing'],
  },
  'smtp-talks-early.lab': {
    fails: ['dnssec-unsigned', 'spf-missing', 'dkim-none', 'dmarc-missing', 'mtasts-missing'],
    informs: ['tlsrpt-missing'],
    open: [
      'smtp-no-starttls',
      'smtp-starttls-broken',
      'smtp-tls-obsolete-only',
      'smtp-cert-expired',
      'smtp-auth-cleartext',
      'smtp-cert-invalid',
    ],
  },
  'smtp-talks-on.lab': {
    fails: ['dnssec-unsigned', 'spf-missing', 'dkim-none', 'dmarc-missing', 'mtasts-missing'],
    informs: ['tlsrpt-missing'],
    open: ['smtp-starttls-broken', 'smtp-tls-obsolete-only', 'smtp-cert-expired', 'smtp-cert-invalid'],
  },
};

const kinds = ['dns', 'zone', 'dnssec', 'mailAuth', 'mailTransport'] as const;
const modules = [dnsZone, dnssec, emailAuth, emailTransport];
const gathered = new Map<string, AuditEvidence>();

async function evidenceOf(domain: string): Promise<AuditEvidence> {
  const context = labContext(domain);
  const own = probes.filter(({ kind }) => kinds.some((one) => one === kind));
  const gathering = gather(context, own, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${domain}, ${where}: ${String(error)}`),
  });
  await gathering.settled(kinds);
  return gathering.evidence;
}

/** Concurrent domains: with more, servers on this machine answer too late. */
const lanes = 5;

before(async () => {
  if (process.env['PERIMETER_LAB'] !== '1') return;
  const queue = Object.keys(domains);
  const lane = async (): Promise<void> => {
    for (let domain = queue.shift(); domain !== undefined; domain = queue.shift())
      gathered.set(domain, await evidenceOf(domain));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
});

const evidenceAt = (domain: string): AuditEvidence => gathered.get(domain) ?? assert.fail(`${domain} was not audited`);

function outcomesOf(domain: string): (outcome: OutcomeKind) => string[] {
  const checks = modules.flatMap((module) => module.checks.filter(({ mode }) => mode === 'standard'));
  const outcomes = checks.map((check) => ({ id: check.id, ...check.evaluate(evidenceAt(domain)) }));
  return (outcome) => outcomes.flatMap((one) => (one.outcome === outcome ? [one.id] : []));
}

sideBySide('domains of the world', () => {
  for (const [domain, { fails, informs, open = [] }] of Object.entries(domains)) {
    labTest(`${domain} is told exactly what is wrong with its zone and its mail`, () => {
      const ids = outcomesOf(domain);
      assert.deepEqual(
        { fails: ids('fail'), informs: ids('informational'), open: ids('inconclusive') },
        { fails, informs, open },
      );
    });
  }
});

labTest('a small business on Microsoft 365 passes SPF and DKIM, by both selectors that its provider uses', () => {
  const passed = outcomesOf('small-business.lab')('pass');
  const wanted = [
    'spf-missing',
    'spf-pass-all',
    'dkim-none',
    'dkim-selector-dangling',
    'smtp-no-starttls',
    'smtp-cert-expired',
  ];
  for (const id of wanted) assert.ok(passed.includes(id), id);
  const { mailAuth } = evidenceAt('small-business.lab');
  assert.deepEqual(mailAuth?.dkim.asked.slice(0, 2), ['selector1', 'selector2']);
});

labTest('the zone of a content delivery network passes: compact denial, signatures of a day, names not listed', () => {
  const passed = outcomesOf('cdn-hosted.lab')('pass');
  const wanted = [
    'dnssec-unsigned',
    'dnssec-denial-broken',
    'dnssec-rrsig-expiring',
    'dnssec-zone-walkable',
    'dkim-none',
  ];
  for (const id of wanted) assert.ok(passed.includes(id), id);
});

labTest(
  'DMARC takes the policy of the right name: of a suffix, over twelve labels, of an organization below the domain',
  () => {
    const policyOf = (domain: string) => {
      const { mailAuth } = evidenceAt(domain);
      assert.ok(mailAuth !== undefined);
      const { policyDomain, organizational, policies, walk } = discoveryOf(mailAuth);
      return [policyDomain, organizational, policies?.domain, walk.length];
    };
    const shop = 'shop.dmarc-psd-y.lab';
    assert.deepEqual(policyOf(shop), ['dmarc-psd-y.lab', shop, 'reject', 3]);
    const deep = 'dmarc-deep.lab';
    assert.deepEqual(policyOf(`a.b.c.d.e.f.g.h.i.j.${deep}`), [deep, deep, 'reject', 8]);
    const team = 'team.dmarc-org-differs.lab';
    assert.deepEqual(policyOf(`shop.${team}`), [team, team, 'reject', 4]);
  },
);

labTest('an audit keeps to its share of questions: no more than 120 of mail on any of these domains', () => {
  for (const domain of Object.keys(domains)) {
    const asked = evidenceAt(domain).mailAuth?.lookups.length ?? Infinity;
    assert.ok(asked <= 120, `${domain}: ${asked}`);
  }
});
