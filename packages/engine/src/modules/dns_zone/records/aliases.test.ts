import type { Row } from '../../../catalogue/testing/rows.ts';
import { type GapCode, netFailed } from '../../../evidence/observed.ts';
import type { DnsAnswer } from '../../../evidence/dns/schema.ts';
import { exampleZoneBehind, zoneRecord, zoneReplies, zoneReplyWith } from '../../../evidence/zone/example.ts';
import { everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsCnameAtApex, dnsCnameChain } from './aliases.ts';

const aliased = zoneReplyWith({ answer: [zoneRecord('site.lab', 'CNAME', 'shop.host.lab')] });
const refusing = {
  A: zoneReplies.refused,
  AAAA: zoneReplies.refused,
  MX: zoneReplies.refused,
  TXT: zoneReplies.refused,
};
const alias = (status: DnsAnswer['status'], ...cnames: string[]): Given => ({
  answers: { 'A www.site.lab': { status, cnames } },
});

const failing = (...followedAliases: NonNullable<Given['followedAliases']>): Given => ({
  answers: { 'A www.site.lab': 'failed' },
  followedAliases,
});

const nodata: Partial<DnsAnswer> = { status: 'nodata', cnames: ['shop.host.lab'] };
const stopped = (gap: GapCode): Given => ({
  answers: { 'A www.site.lab': { status: 'failed', failure: netFailed('malformed', gap, 16) } },
});

const into = (status: 'registered' | 'unregistered'): Given => ({
  ...alias('nxdomain', 'shop.free.lab'),
  aliasTargets: [{ domain: 'free.lab', status, proof: 'registry' }],
});

const rows: readonly Row<Given>[] = [
  [dnsCnameAtApex, 'addresses', {}, 'pass'],
  [dnsCnameAtApex, 'an alias', { servers: servers({ replies: { A: aliased } }) }, 'fail', /alias of shop\.host\.lab/],
  [
    dnsCnameAtApex,
    'an alias at one name server, in the answer for MX alone, and a resolver that fails',
    { answers: { A: 'failed', AAAA: 'failed' }, servers: servers({}, { replies: { MX: aliased } }) },
    'fail',
  ],
  [dnsCnameAtApex, 'no answer', { servers: everyServer({ replies: refusing }) }, 'inconclusive'],
  [dnsCnameAtApex, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
  [dnsCnameChain, 'no alias', {}, 'not-applicable'],
  [dnsCnameChain, 'a good alias', alias('answer', 'shop.host.lab'), 'pass'],
  [
    dnsCnameChain,
    'a target that is gone',
    alias('nxdomain', 'gone.host.lab'),
    'fail',
    /gone\.host\.lab does not exist\. Anyone who can create that name answers/,
  ],
  [
    dnsCnameChain,
    'a target of the domain itself that is gone',
    alias('nxdomain', 'gone.site.lab'),
    'fail',
    /gone\.site\.lab does not exist\. Expected/,
  ],
  [dnsCnameChain, 'a target in an unregistered domain', into('unregistered'), 'fail', /Anyone who registers it/],
  [
    dnsCnameChain,
    'a missing target in a registered domain',
    into('registered'),
    'fail',
    /shop\.free\.lab does not exist/,
  ],
  [dnsCnameChain, 'a loop', alias('failed', 'a.site.lab', 'www.site.lab'), 'fail', /it loops/],
  [
    dnsCnameChain,
    'a loop that the resolver does not show',
    failing({ name: 'www.site.lab', chain: ['a.site.lab', 'www.site.lab'] }),
    'fail',
    /www\.site\.lab → a\.site\.lab → www\.site\.lab/,
  ],
  [dnsCnameChain, 'an alias of itself', failing({ name: 'www.site.lab', chain: ['www.site.lab'] }), 'fail', /it loops/],
  [
    dnsCnameChain,
    'a loop behind the alias',
    failing({ name: 'www.site.lab', chain: ['a.lab', 'b.lab', 'a.lab'] }),
    'fail',
    /it loops/,
  ],
  [
    dnsCnameChain,
    'an alias whose end the resolver cannot find',
    failing({ name: 'www.site.lab', chain: ['shop.host.lab'] }),
    'inconclusive',
    /shop\.host\.lab/,
  ],
  [
    dnsCnameChain,
    'nine links',
    alias('answer', ...Array.from({ length: 9 }, (_, at) => `a${at}.lab`)),
    'fail',
    /9 links/,
  ],
  [
    dnsCnameChain,
    'a target without addresses',
    { answers: { 'A www.site.lab': nodata, 'AAAA www.site.lab': nodata } },
    'fail',
    /shop\.host\.lab has no address/,
  ],
  [
    dnsCnameChain,
    'a target without an IPv4 address, and nobody knows of IPv6',
    { answers: { 'A www.site.lab': nodata, 'AAAA www.site.lab': 'failed' } },
    'inconclusive',
    /www\.site\.lab → shop\.host\.lab: servfail/,
  ],
  [
    dnsCnameChain,
    'a target with an IPv6 address alone',
    { answers: { 'A www.site.lab': nodata, 'AAAA www.site.lab': { ...nodata, status: 'answer' } } },
    'pass',
  ],
  [dnsCnameChain, 'the resolver stopped at a loop', stopped('cname-loop'), 'fail', /it loops, or has more links/],
  ...(['resolver-code', 'resolver-other-question', 'resolver-malformed'] as const).map((gap): Row<Given> => [
    dnsCnameChain,
    `an answer that cannot be read is no loop: ${gap}`,
    { ...stopped(gap), followedAliases: [{ name: 'www.site.lab', chain: ['shop.host.lab'] }] },
    'inconclusive',
  ]),
  [
    dnsCnameChain,
    'the alias of www is good, and nobody knows of the apex',
    { answers: { A: 'failed', 'A www.site.lab': { status: 'answer', cnames: ['shop.host.lab'] } } },
    'inconclusive',
    /site\.lab: servfail/,
  ],
  [dnsCnameChain, 'no answer', { answers: { A: 'failed', 'A www.site.lab': 'failed' } }, 'inconclusive'],
];

testRows(rows);
