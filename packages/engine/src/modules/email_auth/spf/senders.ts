import { digLine } from '../../../catalogue/dig.ts';
import { sendersOf } from '@perimeter/protocols/spf/senders';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { fail, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { spfRecord, spfTermCheck } from '../../derive/mail/checks.ts';
import { hiddenPart, lastTerm, openSenders, wordOf } from '../../derive/mail/spf.ts';
import { listed } from '../../derive/words/text.ts';

export const spfPassAll = spfTermCheck({
  id: 'spf-pass-all',
  title: 'SPF does not allow every sender (+all)',
  finding: 'SPF record allows any sender (+all)',
  weakness: { cvss: 'authenticForgery', cwe: [290] },
  judge: (records) => {
    const { everybody, blocks } = openSenders(records.tree);
    if (everybody.length > 0)
      return `The record of ${listed(everybody)} passes everybody (+all), so forged mail passes SPF, and DMARC with it. Expected: -all or ~all at the end.`;
    const [block] = blocks;
    if (block !== undefined)
      return `SPF passes a block of ${block.size} IPv${block.family} addresses without a gap, which is no network of one sender. Expected: the addresses of the mail servers.`;
    return hiddenPart(records.tree) ?? pass('No part of SPF passes everybody');
  },
});

/** Prefix lengths that are whole networks of clouds: below them everybody is open, above them somebody is meant. */
const isBroad = (range: string): boolean => {
  const length = Number(range.split('/')[1] ?? '128');
  return range.includes(':') ? length > 16 && length <= 28 : length > 7 && length <= 15;
};

export const spfBroadRange = spfTermCheck({
  id: 'spf-broad-range',
  title: 'SPF allows no very large address range',
  finding: 'SPF allows a very large address range',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: ({ tree, facts }) => {
    // Ranges that a provider publishes for its customers are the responsibility of the provider.
    const own = sendersOf(tree).ranges.filter(
      ({ path }) => registrableDomainOf((path.at(-1) ?? '').toLowerCase()) === facts.registrableDomain,
    );
    if (own.length === 0) return notApplicable('SPF has no address range of the domain itself');
    const broad = [...new Set(own.map(({ range }) => range).filter(isBroad))];
    return broad.length === 0
      ? pass('No range of the domain is larger than a /16 (IPv4) or a /29 (IPv6)')
      : `SPF allows ${listed(broad)}: mail from any address in it passes. Expected: only the addresses of the mail servers.`;
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
