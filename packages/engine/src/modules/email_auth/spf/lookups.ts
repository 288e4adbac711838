import { countsOf } from '@perimeter/protocols/spf/survey-tree';
import { spfLimits } from '@perimeter/protocols/spf/lookup';
import { countText, spfLines } from '../../../evidence/mail-auth/spf-lines.ts';
import { fail, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { type SpfRecords, spfTermCheck } from '../../derive/mail/checks.ts';
import { dynamicPart, hiddenPart, placesOf, termsOf } from '../../derive/mail/spf.ts';
import { counted, listed, shorten } from '../../derive/words/text.ts';

/** The tree as text, each line with the count so far. */
const treeLines = ({ tree }: SpfRecords): string[] =>
  spfLines(tree).map(({ depth, text, count }) => shorten(`${'  '.repeat(depth)}${text} (${countText(count)})`, 200));

export const spfTooManyLookups = spfTermCheck({
  id: 'spf-too-many-lookups',
  title: 'SPF needs at most ten DNS lookups',
  finding: 'SPF exceeds ten DNS lookups',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  references: ['RFC 7208 section 4.6.4'],
  judge: (records) => {
    const { lookups } = countsOf(records.tree);
    if (lookups > spfLimits.lookups)
      return fail({
        description: `SPF needs ${countText(lookups)} DNS lookups. Receivers treat more than ten as a permanent error. Expected: at most ten, over all included records.`,
        evidence: treeLines(records),
      });
    const hidden = hiddenPart(records.tree) ?? dynamicPart(records.tree);
    if (hidden !== null) return hidden;
    if (lookups >= spfLimits.lookups - 1)
      return informational({
        description: `SPF needs ${countText(lookups)} DNS lookups. One more sender may exceed the limit.`,
        evidence: treeLines(records),
      });
    return pass(`SPF needs ${countText(lookups)} DNS lookups`);
  },
});

export const spfVoidLookups = spfTermCheck({
  id: 'spf-void-lookups',
  title: 'SPF makes at most two lookups without records',
  finding: 'SPF exceeds two void lookups',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  references: ['RFC 7208 section 4.6.4'],
  judge: (records) => {
    const { voids4, voids6 } = countsOf(records.tree);
    const empty = termsOf(records.tree).filter(({ term }) => term.counts.voids4 + term.counts.voids6 > 0);
    if (Math.max(voids4, voids6) > spfLimits.voids)
      return fail({
        description: `SPF makes ${Math.max(voids4, voids6)} lookups that find nothing (${listed(empty.map(({ term }) => term.text))}). Many receivers treat more than two as a permanent error. Expected: no term that leads nowhere.`,
        evidence: empty.map(({ domain, term }) => shorten(`${domain}: ${term.text} finds no record`, 300)),
      });
    return hiddenPart(records.tree) ?? pass(`${counted(Math.max(voids4, voids6), 'lookup')} without records`);
  },
});

export const spfMxPtrLimit = spfTermCheck({
  id: 'spf-mx-ptr-limit',
  title: 'Each mx term of SPF resolves to at most ten hosts',
  finding: 'SPF mx leads to more than ten hosts',
  weakness: { cvss: 'spoofingMargin', cwe: [290] },
  references: ['RFC 7208 section 4.6.4'],
  judge: ({ tree }) => {
    const mx = termsOf(tree).filter(({ term }) => term.kind === 'mx');
    if (mx.length === 0) return notApplicable('No record uses mx');
    const wide = mx.filter(({ term }) => term.tooManyNames);
    if (wide.length > 0)
      return fail({
        description: `${listed(wide.map(({ domain, term }) => `${term.text} in the record of ${domain}`))} leads to more than ten MX hosts, which is a permanent error. Expected: ip4 and ip6 instead of mx.`,
        evidence: wide.map(({ domain, term }) => shorten(`${domain}: ${term.text} has more than ten hosts`, 300)),
      });
    return hiddenPart(tree) ?? pass(`${counted(mx.length, 'mx term')}, none with more than ten hosts`);
  },
});

export const spfLoop = spfTermCheck({
  id: 'spf-loop',
  title: 'SPF does not include itself',
  finding: 'SPF include loop',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  references: ['RFC 7208 section 5.2', 'RFC 7208 section 6.1'],
  judge: (records) => {
    const loops = placesOf(records.tree).filter(({ node }) => node.problem?.kind === 'loop');
    if (loops.length > 0)
      return fail({
        description: `${listed(loops.map(({ term }) => term?.text ?? ''))} leads back to a record that is already being evaluated, so receivers reach the limit of ten lookups. Expected: no include that leads back.`,
        evidence: treeLines(records),
      });
    const follows = placesOf(records.tree).length > 1;
    return (
      hiddenPart(records.tree) ??
      (follows ? pass('No include leads back') : notApplicable('SPF includes no other record'))
    );
  },
});
