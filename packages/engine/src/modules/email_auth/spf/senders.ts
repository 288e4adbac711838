import { digLine } from '../../../catalogue/dig.ts';
import { sendersOf } from '@perimeter/protocols/spf/senders';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { fail, inconclusive, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { spfRecord, spfTermCheck } from '../../derive/mail/checks.ts';
import {
  dynamicPart,
  hiddenPart,
  lastTerm,
  openNames,
  openSenders,
  shareText,
  strangersVerdict,
  wordOf,
} from '../../derive/mail/spf.ts';
import { firstAndMore, listed } from '../../derive/words/text.ts';

export const spfPassAll = spfTermCheck({
  id: 'spf-pass-all',
  title: 'SPF does not allow every sender (+all)',
  finding: 'SPF record allows any sender (+all)',
  weakness: { cvss: 'authenticForgery', cwe: [290] },
  judge: (records) => {
    const { tree, facts } = records;
    const { everybody, blocks } = openSenders(tree);
    const strangers = strangersVerdict(facts.mail.spf.strangers ?? []);
    const byMessage = dynamicPart(tree);
    if (strangers.state === 'error' && byMessage === null)
      return notApplicable('SPF ends in an error, so that nobody passes (separate check)');
    if (everybody.length > 0 && strangers.state !== 'closed')
      return `The record of ${listed(everybody)} passes everybody (+all), so forged mail passes SPF, and DMARC with it. Expected: -all or ~all at the end.`;
    const [block] = blocks;
    if (block !== undefined)
      return `SPF passes a block of ${block.size} IPv${block.family} addresses without a gap, which is no network of one sender. Expected: the addresses of the mail servers.`;
    if (strangers.state === 'open')
      return `Mail from three ${strangers.family} addresses that have nothing in common passes SPF by ${listed(strangers.doors)}, so forged mail passes SPF, and DMARC with it. Expected: terms that match the mail servers alone.`;
    const named = openNames(tree);
    if (named !== undefined)
      return `${named.term.text} of ${named.domain} passes every host whose address has a name below ${named.term.target ?? ''}, which anybody can register. Expected: the addresses of the mail servers.`;
    const hidden = hiddenPart(tree);
    if (hidden !== null) return hidden;
    if (strangers.state === 'error' && byMessage !== null) return byMessage;
    if (strangers.state === 'guess')
      return inconclusive(
        `${strangers.door} passes everybody who knows a local part or greeting for which the name exists; those tried have none`,
      );
    return strangers.state === 'unanswered'
      ? inconclusive('The lookup of a name that SPF makes receivers ask for failed')
      : pass('No part of SPF passes everybody');
  },
});

/** Prefix lengths that are whole networks of clouds: below them everybody is open, above them somebody is meant. */
const isBroad = (range: string): boolean => {
  const length = Number(range.split('/')[1] ?? '128');
  return range.includes(':') ? length > 16 && length <= 28 : length > 7 && length <= 15;
};

const shareClause = (ranges: readonly string[]): string => {
  const share = shareText(ranges);
  return share === null ? '' : ` (${share})`;
};

export const spfBroadRange = spfTermCheck({
  id: 'spf-broad-range',
  title: 'SPF allows no very large address range',
  finding: 'SPF allows a very large address range',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { tree, facts } = records;
    const { ranges } = sendersOf(tree);
    const isOwn = (path: readonly string[]): boolean =>
      registrableDomainOf((path.at(-1) ?? '').toLowerCase()) === facts.registrableDomain;
    const broad = ranges.filter(({ range }) => isBroad(range));
    const own = [...new Set(broad.filter(({ path }) => isOwn(path)).map(({ range }) => range))];
    if (own.length > 0)
      return `SPF allows ${listed(own)}${shareClause(own)}: mail from any address in it passes. Expected: only the addresses of the mail servers.`;
    // Ranges that a provider publishes for its customers are the responsibility of the provider.
    if (broad.length > 0) {
      const theirs = [...new Set(broad.map(({ range }) => range))];
      const providers = [...new Set(broad.map(({ path }) => path.at(-1) ?? ''))];
      return informational({
        description: `The records of ${firstAndMore(providers, 3)} allow ${firstAndMore(theirs, 3)}${shareClause(theirs)}. Whether customers of the provider can send from all of these in the name of the domain depends on the provider.`,
        evidence: spfRecord(records),
      });
    }
    return ranges.some(({ path }) => isOwn(path))
      ? pass('No range of the domain is larger than a /16 (IPv4) or a /29 (IPv6)')
      : notApplicable('SPF has no address range of the domain itself');
  },
});

export const spfNeutral = spfTermCheck({
  id: 'spf-neutral',
  title: 'SPF ends in -all or ~all',
  finding: 'SPF ends without a verdict (?all or no all)',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (records) => {
    const term = lastTerm(records.tree);
    const last = wordOf(term);
    if (last === 'hidden') return hiddenPart(records.tree) ?? inconclusive('The record that decides could not be read');
    if (last !== null && last !== 'neutral') return pass(`SPF ends in ${last}`);
    const open = term !== null && term !== 'hidden' && term.kind === 'include' ? term : null;
    const missing = last === null ? 'SPF has neither all nor redirect' : 'SPF ends in ?all';
    return fail({
      description:
        open === null
          ? `${missing}, so mail from any other server is neutral. Expected: ~all or -all at the end.`
          : `The record of ${open.text} passes everybody, so mail from any server is neutral, and nothing behind this term counts. Expected: the term removed, and ~all or -all at the end.`,
      evidence: [
        spfRecord(records),
        open === null || open.target === null ? null : digLine('TXT', records.facts.domain, open.target),
      ],
      // DMARC decides by what passes, so that neutral and fail come to the same.
      ...(records.facts.enforced === false ? {} : { cvss: 'spoofingMargin' }),
    });
  },
});

export const spfSoftfail = spfTermCheck({
  id: 'spf-softfail',
  title: 'SPF with ~all is backed by DMARC',
  finding: 'SPF softfail (~all) without enforced DMARC',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const last = wordOf(lastTerm(records.tree));
    if (last === 'hidden') return hiddenPart(records.tree) ?? inconclusive('The record that decides could not be read');
    if (last === 'fail') return pass('SPF ends in -all');
    if (last !== 'softfail') return notApplicable('SPF does not end in ~all');
    if (records.facts.enforced === null) return inconclusive('Whether DMARC is enforced could not be determined');
    return records.facts.enforced
      ? pass('SPF ends in ~all, and DMARC is enforced')
      : 'SPF ends in ~all, and no DMARC policy is enforced, so most receivers deliver forged mail. Expected: DMARC with quarantine or reject, or -all.';
  },
});
