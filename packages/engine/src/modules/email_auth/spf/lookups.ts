import { countsOf } from '@perimeter/protocols/spf/survey-tree';
import { spfLimits } from '@perimeter/protocols/spf/lookup';
import { countText, spfLines } from '../../../evidence/mail-auth/spf-lines.ts';
import { sendersOf } from '@perimeter/protocols/spf/senders';
import { digLines } from '../../../catalogue/dig.ts';
import { fail, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { isUnregistered } from '../../derive/mail/registration.ts';
import { dynamicPart, emptyQuestions, hiddenPart, placesOf, termsOf } from '../../derive/mail/spf.ts';
import { mostVoids } from '../../derive/mail/spf-open.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { spfTerms, spfRecord, type SpfRecords } from '../../derive/subjects/mail-records.ts';
import { counted, firstAndMore, listed, shorten } from '../../../evidence/words/text.ts';

/** The tree as text, each line with the running count of lookups. */
const treeLines = ({ tree }: SpfRecords): string[] =>
  spfLines(tree).map(({ depth, text, count }) => shorten(`${'  '.repeat(depth)}${text} (${countText(count)})`, 200));

export const spfTooManyLookups = checkOf(spfTerms, {
  id: 'spf-too-many-lookups',
  title: 'SPF needs at most ten DNS lookups',
  finding: 'SPF is close to or above ten DNS lookups',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  shows: treeLines,
  judge: (records) => {
    const { lookups } = countsOf(records.tree);
    if (lookups > spfLimits.lookups)
      return `SPF needs ${lookups} DNS lookups. Receivers treat more than ten as a permanent error. Expected: at most ten, over all included records.`;
    const hidden = hiddenPart(records.facts.mail) ?? dynamicPart(records.tree);
    if (hidden !== null) return hidden;
    if (lookups >= spfLimits.lookups - 1)
      return informational({
        description: `SPF needs ${countText(lookups)} DNS lookups. One more sender may exceed the limit.`,
        evidence: treeLines(records),
      });
    return pass(`SPF needs ${countText(lookups)} DNS lookups`);
  },
});

/** A term that finds no address of one family, or of both. */
type Void = ReturnType<typeof termsOf>[number];

const voidLine = ({ domain, term }: Void): string => {
  const { voids4, voids6 } = term.counts;
  const what = voids4 > 0 && voids6 > 0 ? 'no record' : voids4 > 0 ? 'no A record' : 'no AAAA record';
  return shorten(`${domain}: ${term.text} finds ${what}`, 300);
};

/** Commands that show the record and the void lookups. */
const voidCommands = ({ facts }: SpfRecords, voids: readonly Void[], types: readonly ('A' | 'AAAA')[]): string | null =>
  digLines(
    ['TXT', facts.domain],
    ...voids.slice(0, 4).flatMap(({ term: { kind, target } }): (readonly [string, string])[] => {
      if (target === null) return [];
      if (kind === 'a') return types.map((type) => [type, target]);
      return [[kind === 'mx' ? 'MX' : kind === 'exists' ? 'A' : 'TXT', target]];
    }),
  );

/** Void lookups that terms cause for clients of a family. */
const voidsOf = (terms: readonly Void[], family: 4 | 6): number =>
  terms.reduce((sum, { term }) => sum + term.counts[family === 4 ? 'voids4' : 'voids6'], 0);

/** Too many void lookups for clients of one family only: the terms find addresses of the other. */
function judgeOneFamily(records: SpfRecords, voids: readonly Void[], family: 4 | 6): Verdict {
  const count = voidsOf(voids, family);
  const here = voids.filter(({ term }) => term.counts[family === 4 ? 'voids4' : 'voids6'] > 0);
  const clients = `For clients with IPv${family} addresses, SPF makes ${count} lookups that find nothing (${listed(here.map(({ term }) => term.text))})`;
  const type = family === 4 ? 'A' : 'AAAA';
  const evidence = [here.map(voidLine), voidCommands(records, here, [type])];
  const isUsed = sendersOf(records.tree).ranges.some(({ range }) => range.includes(':') === (family === 6));
  return isUsed
    ? fail({
        description: `${clients}, so many receivers treat it as a permanent error and take no mail of the own IPv${family} servers as authorized. Expected: ip${family} terms of these servers before the names without ${type} records.`,
        evidence,
      })
    : informational({
        description: `${clients}. Many receivers treat more than two as a permanent error; SPF authorizes no IPv${family} server, so own mail is not affected.`,
        evidence,
      });
}

export const spfVoidLookups = checkOf(spfTerms, {
  id: 'spf-void-lookups',
  title: 'SPF makes at most two lookups without records',
  finding: 'SPF exceeds two void lookups',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: (records) => {
    // One cause is one finding: spf-include-unregistered reports terms with unregistered domains.
    const voids = termsOf(records.tree).filter(({ term }) => term.counts.voids4 + term.counts.voids6 > 0);
    const empty = voids.filter(
      ({ term: { target } }) => target === null || !isUnregistered(records.facts.mail, target),
    );
    const [voids4, voids6] = [voidsOf(empty, 4), voidsOf(empty, 6)];
    const dead = empty.filter(({ term }) => Math.min(term.counts.voids4, term.counts.voids6) > 0);
    const count = dead.reduce((sum, { term }) => sum + Math.min(term.counts.voids4, term.counts.voids6), 0);
    if (count > spfLimits.voids)
      return fail({
        description: `SPF makes ${count} lookups that find nothing (${listed(dead.map(({ term }) => term.text))}). Many receivers treat more than two as a permanent error. Expected: no term that leads nowhere.`,
        evidence: [dead.map(voidLine), voidCommands(records, dead, ['A', 'AAAA'])],
      });
    // RFC 7208 sections 4.6.4 and 5: a client causes queries of its own family only.
    const families = ([4, 6] as const).filter((family) => (family === 4 ? voids4 : voids6) > spfLimits.voids);
    const verdicts = families.map((family) => judgeOneFamily(records, empty, family));
    const [worst] = [...verdicts.filter(({ outcome }) => outcome === 'fail'), ...verdicts];
    if (worst !== undefined) return worst;
    const told = empty.length < voids.length ? '; spf-include-unregistered covers those of unregistered domains' : '';
    const { own, lost } = emptyQuestions(records.tree, empty);
    const named = own.length + lost.length === 0 ? '' : ` (${firstAndMore([...own, ...lost], 4)})`;
    const isByTerms = Math.max(voidsOf(voids, 4), voidsOf(voids, 6)) > spfLimits.voids;
    if (!isByTerms && mostVoids(records.facts.mail.spf.strangers) > spfLimits.voids)
      return informational({
        description: `For mail from addresses that SPF does not know, its terms make more than two lookups that find nothing, because the names depend on the message. Many receivers treat that as a permanent error, for terms behind these too. Expected: ip4 and ip6 terms before them.`,
        evidence: spfRecord(records),
      });
    return (
      hiddenPart(records.facts.mail) ??
      pass(`${counted(Math.max(voids4, voids6) + lost.length, 'lookup')} without records${named}${told}`)
    );
  },
});

export const spfMxPtrLimit = checkOf(spfTerms, {
  id: 'spf-mx-ptr-limit',
  title: 'Each mx term of SPF resolves to at most ten hosts',
  finding: 'SPF mx leads to more than ten hosts',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  judge: ({ tree, facts }) => {
    const mx = termsOf(tree).filter(({ term }) => term.kind === 'mx');
    if (mx.length === 0) return notApplicable('No record uses mx');
    const wide = mx.filter(({ term }) => term.tooManyNames);
    if (wide.length > 0)
      return fail({
        description: `${listed(wide.map(({ domain, term }) => `${term.text} in the record of ${domain}`))} leads to more than ten MX hosts, which is a permanent error. Expected: ip4 and ip6 instead of mx.`,
        evidence: [
          wide.map(({ domain, term }) => shorten(`${domain}: ${term.text} has more than ten hosts`, 300)),
          digLines(
            ...wide.flatMap(
              ({ domain, term }) =>
                [
                  ['TXT', domain],
                  ['MX', term.target ?? domain],
                ] as const,
            ),
          ),
        ],
      });
    return hiddenPart(facts.mail) ?? pass(`${counted(mx.length, 'mx term')}, none with more than ten hosts`);
  },
});

export const spfLoop = checkOf(spfTerms, {
  id: 'spf-loop',
  title: 'SPF does not include itself',
  finding: 'SPF include loop',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  shows: treeLines,
  judge: ({ tree, facts }) => {
    const loops = placesOf(tree).filter(({ node }) => node.problem?.kind === 'loop');
    if (loops.length > 0)
      return `${listed(loops.map(({ term }) => term?.text ?? ''))} leads back to a record that is already being evaluated, so receivers reach the limit of ten lookups. Expected: no include that leads back.`;
    const follows = placesOf(tree).length > 1;
    return (
      hiddenPart(facts.mail) ??
      (follows ? pass('No include leads back') : notApplicable('SPF includes no other record'))
    );
  },
});
