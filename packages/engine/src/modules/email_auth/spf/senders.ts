import { digLine } from '../../../catalogue/dig.ts';
import { blockOf, sizeOf } from '@perimeter/protocols/spf/address-blocks';
import { sendersOf, type SpfSenders } from '@perimeter/protocols/spf/senders';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { fail, inconclusive, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { spfRecord, spfTermCheck, unanswered } from '../../derive/mail/checks.ts';
import {
  dynamicPart,
  hiddenPart,
  lastTerm,
  openAddresses,
  openNames,
  passingIn,
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
    const { everybody, passing } = sendersOf(tree);
    const certain = passing.filter(({ doubt }) => doubt === null);
    const strangers = strangersVerdict(facts.mail.spf.strangers ?? []);
    const byMessage = dynamicPart(tree);
    if (strangers.state === 'error' && byMessage !== null) return byMessage;
    if (openAddresses(certain.filter(({ term }) => term.kind === 'all')).length > 0)
      return `The record of ${listed(everybody)} passes everybody whom no earlier term refuses (+all), so forged mail passes SPF, and DMARC with it. Expected: -all or ~all at the end.`;
    const [block] = openAddresses(certain.filter(({ range }) => range !== null));
    if (block !== undefined)
      return `SPF passes ${block.hasGaps ? 'ranges' : 'a block'} of ${block.size} IPv${block.family} addresses${block.hasGaps ? '' : ' without a gap'}, which is no network of one sender. Expected: the addresses of the mail servers.`;
    if (strangers.state === 'open')
      return `Mail from three ${strangers.family} addresses that have nothing in common passes SPF by ${listed(strangers.doors)}, so forged mail passes SPF, and DMARC with it. Expected: terms that match the mail servers alone.`;
    if (strangers.state === 'error')
      return notApplicable('SPF ends in an error, so that nobody passes (separate check)');
    const named = openNames(tree);
    if (named !== undefined)
      return `${named.term.text} of ${named.domain} passes every host whose address has a name below ${named.term.target ?? ''}, which anybody can register. Expected: the addresses of the mail servers.`;
    const hidden = hiddenPart(facts.mail);
    if (hidden !== null) return hidden;
    const doubtful = passing.filter(({ doubt }) => doubt !== null);
    if (strangers.state !== 'closed' && openAddresses(doubtful).length > 0)
      return inconclusive(
        `Whom ${doubtful[0]?.doubt ?? ''} refuses depends on the message, and the terms behind it pass everybody else`,
      );
    if (strangers.state === 'guess')
      return inconclusive(
        `${strangers.door} passes everybody who knows a local part or greeting for which the name exists; those tried have none`,
      );
    return strangers.state === 'unanswered'
      ? inconclusive('The lookup of a name that SPF makes receivers ask for failed')
      : pass('No part of SPF passes everybody');
  },
});

/** Sizes that are whole networks of clouds (/8 to /15, /17 to /28): above them everybody is meant, below them somebody. */
const broadSizes = { 4: [1n << 17n, 1n << 24n], 6: [1n << 100n, 1n << 111n] } as const;

/** How much of a range passes, by whatever term, after all that earlier terms refuse. */
const breadthOf = (range: string, passing: SpfSenders['passing']): 'small' | 'broad' | 'open' => {
  const block = blockOf(range);
  const [least, most] = broadSizes[block.family];
  const size = sizeOf(block) < least ? 0n : passingIn(block, passing);
  return size < least ? 'small' : size <= most ? 'broad' : 'open';
};

export const spfBroadRange = spfTermCheck({
  id: 'spf-broad-range',
  title: 'SPF allows no very large address range',
  finding: 'SPF allows a very large address range',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { tree, facts } = records;
    const { ranges, passing } = sendersOf(tree);
    const shareClause = (some: readonly string[]): string => {
      const share = shareText(some, passing);
      return share === null ? '' : ` (${share})`;
    };
    const isOwn = (path: readonly string[]): boolean =>
      registrableDomainOf((path.at(-1) ?? '').toLowerCase()) === facts.registrableDomain;
    const broad = ranges.filter(({ range }) => breadthOf(range, passing) === 'broad');
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
    if (ranges.some(({ range }) => breadthOf(range, passing) === 'open'))
      return notApplicable('SPF has ranges that are open to everybody (spf-pass-all)');
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
    if (last === 'hidden')
      return (
        hiddenPart(records.facts.mail) ??
        dynamicPart(records.tree) ??
        inconclusive('The record that decides could not be read')
      );
    if (last !== null && last !== 'neutral') return pass(`SPF ends in ${last}`);
    const open = term !== null && term !== 'hidden' && term.kind === 'include' ? term : null;
    const missing =
      term === null || term === 'hidden'
        ? 'SPF has neither all nor redirect'
        : term.kind === 'all'
          ? 'SPF ends in ?all'
          : `${term.text} leaves nobody to the terms behind it`;
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
    if (last === 'hidden')
      return (
        hiddenPart(records.facts.mail) ??
        dynamicPart(records.tree) ??
        inconclusive('The record that decides could not be read')
      );
    if (last === 'fail') return pass('SPF ends in -all');
    if (last !== 'softfail') return notApplicable('SPF does not end in ~all');
    const silent = records.facts.mail.dmarc.walk.find(({ answer }) => answer.status === 'failed');
    if (records.facts.enforced === null && silent !== undefined) return unanswered(silent.answer);
    return records.facts.enforced === true
      ? pass('SPF ends in ~all, and DMARC is enforced')
      : 'SPF ends in ~all, and no DMARC policy is enforced, so most receivers deliver forged mail. Expected: DMARC with quarantine or reject, or -all.';
  },
});
