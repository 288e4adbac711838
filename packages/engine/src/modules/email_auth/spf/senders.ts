import { digLine } from '../../../catalogue/dig.ts';
import { sendersOf } from '@perimeter/protocols/spf/senders';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { fail, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { dynamicPart, hiddenLast, hiddenPart, lastRecord, lastTerm, wordOf } from '../../derive/mail/spf.ts';
import {
  breadthOf,
  openDoubt,
  openNames,
  openText,
  shareClause,
  strangersVerdict,
} from '../../derive/mail/spf-open.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { spfTerms, spfRecord } from '../../derive/subjects/mail-records.ts';
import { unanswered } from '../../derive/mail/facts.ts';
import { firstAndMore, listed } from '../../../evidence/words/text.ts';

export const spfPassAll = checkOf(spfTerms, {
  id: 'spf-pass-all',
  title: 'SPF does not allow every sender (+all)',
  finding: 'SPF record allows any sender (+all)',
  weakness: { cvss: 'authenticForgery', cwe: [290] },
  judge: (records) => {
    const { tree, facts } = records;
    const senders = sendersOf(tree);
    const strangers = strangersVerdict(facts.mail.spf.strangers ?? []);
    const byMessage = dynamicPart(tree);
    if (strangers.state === 'error' && byMessage !== null) return byMessage;
    const open = openText(senders);
    if (open !== null) return open;
    if (strangers.state === 'open')
      return `Mail from three ${strangers.family} addresses that have nothing in common passes SPF by ${listed(strangers.doors)}, so forged mail passes SPF, and DMARC with it. Expected: terms that match the mail servers alone.`;
    if (strangers.state === 'error')
      return notApplicable('SPF ends in an error, so that nobody passes (separate check)');
    const named = openNames(tree);
    if (named !== undefined)
      return `${named.term.text} of ${named.domain} passes every host whose address has a name below ${named.term.target ?? ''}, which anybody can register. Expected: the addresses of the mail servers.`;
    return hiddenPart(facts.mail) ?? openDoubt(senders, strangers) ?? pass('No part of SPF passes everybody');
  },
});

export const spfBroadRange = checkOf(spfTerms, {
  id: 'spf-broad-range',
  title: 'SPF allows no very large address range',
  finding: 'SPF allows a very large address range',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const { tree, facts } = records;
    const { ranges, passing } = sendersOf(tree);
    const isOwn = (path: readonly string[]): boolean =>
      registrableDomainOf((path.at(-1) ?? '').toLowerCase()) === facts.registrableDomain;
    const broad = ranges.filter(({ range }) => breadthOf(range, passing) === 'broad');
    const own = [...new Set(broad.filter(({ path }) => isOwn(path)).map(({ range }) => range))];
    if (own.length > 0)
      return `SPF allows ${listed(own)}${shareClause(own, passing)}: mail from any address in it passes. Expected: only the addresses of the mail servers.`;
    // A provider is responsible for the ranges that it publishes for customers.
    if (broad.length > 0) {
      const theirs = [...new Set(broad.map(({ range }) => range))];
      const providers = [...new Set(broad.map(({ path }) => path.at(-1) ?? ''))];
      return informational({
        description: `The records of ${firstAndMore(providers, 3)} allow ${firstAndMore(theirs, 3)}${shareClause(theirs, passing)}. Whether customers of the provider can send from all of these in the name of the domain depends on the provider.`,
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

export const spfNeutral = checkOf(spfTerms, {
  id: 'spf-neutral',
  title: 'SPF ends in -all or ~all',
  finding: 'SPF ends without a verdict (?all or no all)',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: (records) => {
    const term = lastTerm(records.tree);
    const last = wordOf(term);
    if (last === 'hidden') return hiddenLast(records.facts.mail);
    if (last !== null && last !== 'neutral') return pass(`SPF ends in ${last}`);
    const open = term !== null && term !== 'hidden' && term.kind === 'include' ? term : null;
    const { domain } = lastRecord(records.tree);
    const missing =
      term === null || term === 'hidden'
        ? `${domain === records.tree.domain ? 'SPF' : `The record of ${domain}, which redirect leads to,`} has neither all nor redirect`
        : term.kind === 'all'
          ? 'SPF ends in ?all'
          : `${term.text} leaves nobody to the terms behind it`;
    return fail({
      description:
        open === null
          ? `${missing}, so mail from any other server is neutral. Expected: ~all or -all at the end.`
          : `The record of ${open.target ?? 'another domain'} passes everybody (${open.text}), so mail from any server is neutral, and nothing behind this term counts. Expected: the term removed, and ~all or -all at the end.`,
      evidence: [
        spfRecord(records),
        open === null || open.target === null ? null : digLine('TXT', records.facts.domain, open.target),
      ],
      // DMARC only counts a pass, so neutral and fail have the same effect.
      ...(records.facts.enforced === false ? {} : { cvss: 'spoofingMargin' }),
    });
  },
});

export const spfSoftfail = checkOf(spfTerms, {
  id: 'spf-softfail',
  title: 'SPF with ~all is backed by DMARC',
  finding: 'SPF softfail (~all) without enforced DMARC',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    const last = wordOf(lastTerm(records.tree));
    if (last === 'hidden') return hiddenLast(records.facts.mail);
    if (last === 'fail') return pass('SPF ends in -all');
    if (last !== 'softfail') return notApplicable('SPF does not end in ~all');
    const silent = records.facts.mail.dmarc.walk.find(({ answer }) => answer.status === 'failed');
    if (records.facts.enforced === null && silent !== undefined) return unanswered(silent.answer);
    return records.facts.enforced === true
      ? pass('SPF ends in ~all, and DMARC is enforced')
      : fail({
          description:
            'SPF ends in ~all, and no DMARC policy is enforced, so most receivers deliver forged mail. Expected: DMARC with quarantine or reject, or -all.',
          evidence: [spfRecord(records), digLine('TXT', records.facts.domain, `_dmarc.${records.facts.domain}`)],
        });
  },
});
