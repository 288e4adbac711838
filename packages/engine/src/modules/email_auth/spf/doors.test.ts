import type { OutcomeKind } from '@perimeter/contract/report';
import { mailOf, type MailSketch, type Row, testRows } from '../../derive/mail/testing/evidence.ts';
import { spfPassAll } from './senders.ts';

/** DNS of the tests, besides the record. */
const zones: MailSketch = {
  a: {
    '@': ['192.0.2.1'],
    www: ['192.0.2.1'],
    'info._users': ['127.0.0.2'],
    'there.other.lab.': ['192.0.2.2'],
    'www.lists.other.lab.': ['127.0.0.2'],
    '*.all.other.lab.': ['127.0.0.2'],
    'wide.other.lab.': ['192.0.2.3'],
    'mx.other.lab.': ['192.0.2.4'],
  },
  aaaa: {
    'wide.other.lab.': ['2001:db8::3'],
    'six.other.lab.': ['2001:db8::6'],
    '*.six-all.other.lab.': ['2001:db8::6'],
    'mx.other.lab.': ['2001:db8::4'],
  },
  mxOf: { '@': ['mx.other.lab'], 'www.other.lab.': ['mx.other.lab'] },
};

/** Records that let anyone send: severity high. */
const open = [
  // The sender chooses the name freely, whatever transformers do to one of its labels (RFC 7208 section 7.3).
  '%{h}', '%{l}', '%{l-}', '%{lr}', '%{hr}', '%{L}', '%{l+-}', '%{h2}', '%{l2r}', '%{p}',
].flatMap((macro) => [`exists:${macro}`, `a:${macro}`, `mx:${macro}`]).concat([
  'include:%{l}', 'include:%{h2}', 'ptr:%{p}', 'redirect=%{h}', 'include:%{l}.policy.other.lab', 'redirect=%{l}.policy.other.lab',
  // The sender can register the name before a public suffix, or it exists.
  'exists:%{h1}.com', 'exists:%{l-}.com', 'exists:%{l1r-}.net', 'exists:%{s1r}.com', 'exists:a%{l}.org', 'exists:%{l}-mail.co.uk',
  'exists:%{h}.com', 'exists:spf.%{l}.com', 'a:%{h1}.com', 'mx:%{l}.de', 'include:%{h1}.net',
  'exists:%{l}.gov', 'exists:%{h1}.gov', 'exists:x%{l}.mil', 'a:%{l}.gov/0', 'mx:%{l}.gov//0',
  // The name is the same for all senders and exists, or is easily guessed.
  'exists:%{o}', 'exists:%{d}', 'exists:www.%{o}', 'exists:there.other.lab', 'exists:%{l}.%{d}', 'exists:%{h}.%{o}',
  'exists:%{l}._users.%{d}', 'exists:%{l1r-}._users.%{d2}', 'exists:%{l}.lists.other.lab', 'exists:%{h}.lists.other.lab',
  // A wildcard answers.
  'exists:%{l}.all.other.lab', 'exists:%{i}.all.other.lab', 'exists:%{ir}.%{v}.%{l}.all.other.lab', 'exists:%{p}.all.other.lab',
  // Ranges.
  'a:%{o}/0', 'a/0', 'mx/1', 'ip4:0.0.0.0/1', '?ip4:10.0.0.0/8 a:wide.other.lab/0',
  // IPv6 alone.
  'ip6:::/0', 'ip6:2000::/3', 'a:wide.other.lab//0', 'a:six.other.lab//0', 'mx//1', 'mx//0', 'a:%{l}.six-all.other.lab//0',
  'a:%{i}.six-all.other.lab//0', '-ip4:0.0.0.0/0 exists:%{i}.all.other.lab',
]); // prettier-ignore

/** A sender who knows an existing name passes, and none was found. */
const guessed = [
  'exists:%{l}.other.lab',
  'exists:%{h}.other.lab',
  'exists:%{l}._spf.%{d}',
  'exists:%{lr-}.lp._spf.other.lab',
  'exists:%{s}.other.lab',
  'exists:%{l}.%{v}.other.lab',
  'exists:%{l1}',
  'exists:%{h1}',
  'exists:%{l1r}._spf.%{o}',
];

/** The record of a domain that the sender or a registry chooses is unknown. */
const byMessage = [
  'include:%{l}.gov',
  'include:%{l}.other.lab',
  'include:%{l1}',
  'include:%{i}._spf.other.lab',
  'redirect=%{l}.other.lab',
];

const closed = [
  // A name with the address in it is the owner's decision about that address.
  'exists:%{i}._spf.%{d}',
  'exists:%{ir}.%{v}._spf.%{d}',
  'exists:%{ir}.%{l1r+-}._spf.other.lab',
  'exists:%{l}.%{i}.other.lab',
  'exists:%{p}.other.lab',
  // The sender does not choose the domain.
  'exists:%{o1}',
  'exists:%{d1r}',
  'exists:%{o1r}.other.lab',
  'exists:%{d}.other.lab',
  'exists:gone.other.lab',
  // An existing name is not the client's.
  'a:%{l}.gov',
  'mx:%{h}.gov',
  'a:%{l}.%{d}',
  'a:%{h}.other.lab',
  'mx:%{l}.other.lab',
  'ptr:%{l}.other.lab',
  'a:%{h1}',
  'mx:%{l1}',
  // `exists` queries A only (RFC 7208 section 5.7).
  'exists:six.other.lab',
  'exists:%{i}.six-all.other.lab',
  // These suffixes have no registry.
  'exists:%{l}.internal',
  'exists:%{l}.localhost',
  'exists:%{h}.invalid',
  'a:%{l}.test',
  // Neither qualifier passes.
  '-exists:%{l}.com',
  '~exists:%{h}',
  '?exists:%{l}.%{d}',
  '-ip6:::/0',
  '-ip6:::/0 -ip4:0.0.0.0/0 exists:%{l}',
  'ip6:2001:db8::/32',
  'a:wide.other.lab//64',
  'mx//64',
  'a:six.other.lab/0',
  'ip4:192.0.2.0/24',
  'ptr',
  'ptr:%{d}',
];

const rowsOf = async (terms: readonly string[], outcome: OutcomeKind, says: RegExp): Promise<Row[]> =>
  Promise.all(
    terms.map(async (term): Promise<Row> => {
      const given = await mailOf({
        ...zones,
        txt: {
          'info.policy.other.lab.': 'v=spf1 +all',
          '@': `v=spf1 ${term}${term.startsWith('redirect') ? '' : ' -all'}`,
        },
      });
      return [spfPassAll, term, given, outcome, says];
    }),
  );

testRows([
  ...(await rowsOf(open, 'fail', /passes SPF by|SPF passes a block/)),
  ...(await rowsOf(guessed, 'inconclusive', /passes everybody who knows a local part or greeting/)),
  ...(await rowsOf(byMessage, 'inconclusive', /depends on the message/)),
  ...(await rowsOf(closed, 'pass', /./)),
]);
