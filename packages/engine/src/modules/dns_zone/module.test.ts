import { fc } from '@perimeter/protocols/testing/random';
import { mixOf, testModule } from '../../catalogue/testing/module.ts';
import { noDns } from '../../evidence/dns/example.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { ReadableReply } from '../../evidence/zone/reply-schema.ts';
import { exampleZone, exampleZoneBehind, zoneRecord, zoneReplies, zoneReplyWith } from '../../evidence/zone/example.ts';
import { everyServer, evidenceOf, type Given } from '../derive/dns/testing/evidence.ts';
import { dnsZone } from './module.ts';

const gap = unseen('timeout', 'server-silent', 4_000);
const failed = Object.fromEntries(
  ['A', 'AAAA', 'A www.site.lab', 'AAAA www.site.lab', 'CNAME', 'NS', 'MX', 'TXT', 'HTTPS', 'HTTPS www.site.lab'].map(
    (question) => [question, 'failed' as const],
  ),
);
const unknown = exampleZone();
const silent: Given = {
  answers: failed,
  zone: {
    ...unknown,
    serverNames: [],
    servers: [],
    wildcard: { labels: [], address: gap, mx: gap, txt: gap, atDmarc: gap, atDomainkey: gap },
  },
};
const blocked = exampleZoneBehind('blocked');

const text = fc.string({ maxLength: 300 });
const reply = fc
  .tuple(
    mixOf<ReadableReply>(zoneReplyWith(), zoneReplies.refused, zoneReplies.nxdomain),
    fc.array(text, { maxLength: 30 }),
  )
  .map(([base, texts]) => ({
    ...base,
    answer: texts.map((data, at) => zoneRecord(at % 2 === 0 ? 'site.lab' : data, at % 3 === 0 ? 'SOA' : 'NS', data)),
    authority: texts.map((data) => zoneRecord('.', 'NS', data)),
  }));

const hostile = fc
  .tuple(reply, reply, fc.array(text, { maxLength: 40 }), fc.array(text, { maxLength: 40 }))
  .map(([soa, other, texts, names]) =>
    evidenceOf({
      servers: everyServer({
        replies: { SOA: soa, NS: other, AAAA: other, foreign: other, 'mixed-case': other, 'SOA-later': soa },
        tcp: other,
        changes: {
          version: seen(texts),
          axfr: seen({
            records: 9,
            types: Object.fromEntries(texts.map((type) => [type, 1])),
            rcode: 0,
            stoppedAt: 'end',
          }),
          recursion: seen({ offered: true, parent: 'cached', outside: true }),
        },
      }),
      names: Object.fromEntries(names.map((name) => [name, { isAlias: seen(true), aliases: texts }])),
      inParent: names,
      inChild: texts,
      changes: {
        wildcard: {
          labels: texts,
          address: seen([texts]),
          mx: seen(texts),
          txt: seen(texts),
          atDmarc: seen(texts),
          atDomainkey: seen(texts),
        },
        registry: seen({ statuses: texts, expiresMs: 0 }),
      },
      answers: {
        TXT: { status: 'answer', records: texts.map((data) => zoneRecord('site.lab', 'TXT', `\\# ${data}`)) },
        HTTPS: texts,
        A: { status: 'nxdomain', cnames: texts, records: names.map((data) => zoneRecord('site.lab', 'A', data)) },
        CNAME: texts,
      },
    }),
  );

testModule(dnsZone, {
  silent: {
    evidence: [evidenceOf(silent), evidenceOf({ answers: failed, changes: { name: null, parent: null } })],
  },
  refused: {
    evidence: [{ ...evidenceOf({ changes: { name: '.' } }), dns: noDns }],
  },
  walled: {
    evidence: [
      evidenceOf({
        answers: failed,
        zone: { ...blocked, serverNames: [], servers: [], wildcard: { ...blocked.wildcard, address: gap, mx: gap } },
      }),
    ],
  },
  hostile,
});
