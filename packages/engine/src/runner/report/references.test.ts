import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { noDns } from '../../evidence/dns/example.ts';
import { mailTransportOf } from '../../evidence/mail-transport/example.ts';
import { noNames } from '../../evidence/names/none.ts';
import { seen } from '../../evidence/observed.ts';
import { noPage } from '../../evidence/page/none.ts';
import type { Registration } from '../../evidence/registration.ts';
import { exampleZone } from '../../evidence/zone/example.ts';
import { mailOf, reference } from '../../modules/derive/mail/testing/evidence.ts';
import { referencesOf } from './references.ts';

const { target, mailAuth } = await mailOf({ references: [reference('spf'), reference('dkim'), reference('report')] });
const of = (domain: string, status: Registration['status'] = 'unregistered'): Registration => ({
  domain,
  status,
  proof: 'registry',
});

test('references include every kind of record and document, each domain once and doubtful ones first', () => {
  const zone = exampleZone();
  const [server] = zone.serverNames;
  assert.ok(server);
  const references = referencesOf({
    target,
    mailAuth,
    mailTransport: mailTransportOf({
      references: [
        { registration: of('gone.lab'), usedBy: [{ kind: 'mx', name: 'mx.gone.lab' }] },
        { registration: of('imap.lab', 'unknown'), usedBy: [{ kind: 'service', name: 'x.imap.lab' }] },
      ],
    }),
    page: {
      ...noPage,
      references: [
        { registration: of('cdn.lab', 'registered'), usedBy: [{ kind: 'script', host: 'a.cdn.lab' }] },
        {
          registration: of('gone.lab'),
          usedBy: [
            { kind: 'link', host: 'gone.lab' },
            { kind: 'policy', host: 'gone.lab' },
          ],
        },
        { registration: of('x.nozone', 'unregistrable'), usedBy: [{ kind: 'frame', host: 'x.nozone' }] },
      ],
    },
    behaviour: {
      ...noBehaviour,
      alternatives: [{ host: 'alt.lab', name: 'resolves', registration: of('alt.lab', 'registered') }],
    },
    zone: {
      ...zone,
      serverNames: [
        { ...server, name: 'ns.dns.lab', registrable: 'dns.lab', registered: seen(of('dns.lab', 'registered')) },
        { ...server, name: 'ns.site.lab', registrable: 'site.lab', registered: seen(of('site.lab', 'registered')) },
      ],
    },
    dns: {
      ...noDns,
      aliasTargets: [of('free.lab')],
      answers: [
        {
          name: 'www.site.lab',
          type: 'A',
          status: 'nxdomain',
          authenticated: false,
          transport: 'udp',
          cnames: ['x.free.lab'],
          records: [],
          extendedErrors: [],
        },
      ],
    },
    names: {
      ...noNames,
      references: [
        {
          registration: of('gone.lab'),
          usedBy: [{ kind: 'srv', name: '_sip._tls.site.lab', target: 'sip.gone.lab' }],
        },
      ],
    },
  });
  assert.deepEqual(
    references.map(({ domain, usedBy }) => [domain, usedBy.map(({ record }) => record).join(' ')]),
    [
      ['gone.lab', 'srv spf dkim report mx link policy'],
      ['free.lab', 'cname'],
      ['imap.lab', 'service'],
      ['dns.lab', 'ns'],
      ['cdn.lab', 'script'],
      ['alt.lab', 'alt-svc'],
    ],
  );
  assert.deepEqual(references[0]?.usedBy[0], {
    record: 'srv',
    name: '_sip._tls.site.lab',
    target: 'sip.gone.lab',
  });
});
