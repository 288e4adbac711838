import { seen, unseen } from '../../evidence/observed.ts';
import type { Listing, RoutingEvidence } from '../../evidence/routing/schema.ts';
import { dnsblDomain, dnsblIp } from './lists.ts';
import { base, four, type Given, type Row, testRows } from './testing/evidence.ts';

interface Answers {
  about?: Listing['about'];
  isSpamhaus?: boolean;
  must?: readonly string[];
  mustNot?: readonly string[];
  subject?: string;
  hosts?: RoutingEvidence['hosts'];
}

function answers(found: readonly string[] | null, given: Answers = {}): Given {
  const { about = 'address', isSpamhaus = false, must = ['127.0.0.2'], mustNot = [], hosts } = given;
  const facts = { list: isSpamhaus ? '<key>.zen.dq.spamhaus.net' : 'list.lab', about, isSpamhaus };
  const { subject = about === 'address' ? four : base } = given;
  const of = (role: Listing['role'], name: string, data: readonly string[] | null): Listing => ({
    ...facts,
    role,
    subject: name,
    answers: data === null ? unseen('timeout', 'no-address') : seen([...data]),
  });
  return {
    change: {
      lists: [
        of('listed-test', '127.0.0.2', must),
        of('unlisted-test', '127.0.0.1', mustNot),
        of('subject', subject, found),
      ],
      ...(hosts === undefined ? {} : { hosts }),
    },
  };
}

const domain: Answers = { about: 'domain' };
const spamhaus: Answers = { isSpamhaus: true };
const webAlone: Given['change'] = { hosts: [{ name: base, role: 'web', ipv4: seen([four]), ipv6: seen([]) }] };

const rows: readonly Row[] = [
  [dnsblIp, 'not listed', answers([]), 'pass', /list\.lab/],
  [dnsblIp, 'listed', answers(['127.0.0.4']), 'fail', /dig A 80\.2\.0\.192\.list\.lab/],
  [
    dnsblIp,
    'an address of the web alone',
    { change: { ...answers(['127.0.0.4']).change, ...webAlone } },
    'fail',
    /mail that the web server sends/,
  ],
  [dnsblIp, 'no answer', answers(null), 'inconclusive'],
  [dnsblIp, 'no list', {}, 'not-applicable', /PERIMETER_SOURCES/],
  [dnsblIp, 'asked through a public resolver', answers(['127.255.255.254'], spamhaus), 'inconclusive'],
  [dnsblIp, 'a list that refuses, as URIBL', answers(['127.0.0.1']), 'inconclusive'],
  [dnsblIp, 'an address that no list gives', answers(['198.51.100.7']), 'inconclusive'],
  [
    dnsblIp,
    'the domain of the list is parked',
    answers(['192.0.2.9'], { must: ['192.0.2.9'], mustNot: ['192.0.2.9'] }),
    'inconclusive',
    /^list\.lab answers with addresses outside of 127\.0\.0\.0\/8, as no list does/,
  ],
  [dnsblIp, 'an answer that no list gives', answers(['192.0.2.9']), 'inconclusive', /did not say whether/],
  [dnsblIp, 'the test entry is refused', answers([], { must: ['127.255.255.252'] }), 'inconclusive', /refuses/],
  [dnsblIp, 'the test entry is missing', answers([], { must: [] }), 'inconclusive', /RFC 5782/],
  [dnsblIp, 'a list that lists everything', answers(['127.0.0.2'], { mustNot: ['127.0.0.2'] }), 'inconclusive'],
  [dnsblIp, 'the policy list has a mail host', answers(['127.0.0.10'], spamhaus), 'fail'],
  [dnsblIp, 'and a web host', { change: { ...answers(['127.0.0.11'], spamhaus).change, ...webAlone } }, 'pass'],
  [dnsblIp, 'the same number of another list', answers(['127.0.0.10']), 'fail'],
  [dnsblDomain, 'not listed', answers([], domain), 'pass'],
  [dnsblDomain, 'listed', answers(['127.0.1.2'], domain), 'fail', /the domain itself/],
  [
    dnsblDomain,
    'the domain of a mail host',
    answers(['127.0.1.2'], { ...domain, subject: 'other.lab' }),
    'fail',
    /whose hosts/,
  ],
  [dnsblDomain, 'an address was asked', answers(['127.0.1.255'], domain), 'inconclusive'],
  [dnsblDomain, 'a list of addresses alone', answers([]), 'not-applicable'],
];

testRows(rows);
