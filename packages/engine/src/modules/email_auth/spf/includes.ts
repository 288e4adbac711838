import type { SpfNode, SpfNodeProblem } from '@perimeter/protocols/spf/survey-tree';
import { problemText } from '../../../evidence/mail-auth/spf-lines.ts';
import { fail, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, textRecord } from '../../../catalogue/dig.ts';
import { isUnregistered, judgeRegistration } from '../../derive/mail/registration.ts';
import { hiddenPart, placesOf, recordsTo, termsOf } from '../../derive/mail/spf.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { spfTerms } from '../../derive/subjects/mail-records.ts';
import { counted, faultsOnce, shorten } from '../../../evidence/words/text.ts';

const broken: ReadonlySet<SpfNodeProblem['kind']> = new Set(['no-record', 'several-records', 'syntax', 'name-invalid']);

/** A record as evidence, or why there is none. */
const shownRecord = (node: SpfNode): string =>
  shorten(node.text === null ? `; ${node.domain}. TXT: ${faultOf(node)}` : textRecord(node.domain, node.text), 400);

const faultOf = ({ problem }: SpfNode): string => (problem === null ? '' : problemText(problem));

export const spfIncludeBroken = checkOf(spfTerms, {
  id: 'spf-include-broken',
  title: 'All records that SPF includes are valid',
  finding: 'SPF includes a missing or invalid record',
  weakness: { cvss: 'partialSpoofing', cwe: [290] },
  judge: ({ tree, facts }) => {
    const below = placesOf(tree).slice(1);
    // One cause is one finding: spf-include-unregistered reports includes of unregistered domains.
    const owned = below.filter(({ node }) => !isUnregistered(facts.mail, node.domain));
    const wrong = owned.filter(({ node }) => node.problem !== null && broken.has(node.problem.kind));
    if (wrong.length > 0) {
      // Several terms may lead to one record, and several records may have one fault.
      const records = new Map(wrong.map(({ node }) => [node.domain, node]));
      const leading = new Set([...records.keys()].flatMap((name) => recordsTo(tree, name).slice(1)));
      const named = wrong.map(
        ({ node, term, above }) =>
          [`${term?.text ?? ''}${above.length > 1 ? ` of ${above.at(-1)?.domain}` : ''}`, faultOf(node)] as const,
      );
      const [first = ''] = records.keys();
      const toFirst = recordsTo(tree, first).map(({ domain }) => domain);
      return fail({
        description: `${faultsOnce(named)}. Receivers treat that as a permanent error of the whole record. Expected: every include and redirect leads to one valid SPF record.`,
        evidence: [
          shorten(textRecord(facts.domain, tree.text ?? ''), 1_000),
          [...new Set([...leading, ...records.values()])].map(shownRecord),
          digLine('TXT', ...toFirst, ...[...records.keys()].slice(0, 2)),
        ],
      });
    }
    const hidden = hiddenPart(facts.mail);
    if (hidden !== null) return hidden;
    if (below.length === 0) return notApplicable('SPF includes no other record');
    return owned.length < below.length
      ? notApplicable('SPF includes an unregistered domain; spf-include-unregistered covers it')
      : pass(`${counted(below.length, 'included record')}, all valid`);
  },
});

/** An include or redirect of a name without a record (RFC 7208 sections 5.2 and 6.1); other terms simply do not match. */
const isPermanentError = (tree: SpfNode, name: string): boolean =>
  placesOf(tree).some(({ node, term }) => term !== null && node.domain === name && node.problem?.kind === 'no-record');

export const spfIncludeUnregistered = checkOf(spfTerms, {
  id: 'spf-include-unregistered',
  title: 'SPF includes no unregistered domain',
  finding: 'SPF includes an unregistered domain',
  weakness: { cvss: 'authenticForgery', cwe: [350] },
  judge: ({ tree, facts }) => {
    const outside = termsOf(tree).filter(({ term }) => term.target !== null);
    const judged = judgeRegistration(facts, 'spf', (domain, name) => {
      const leading = recordsTo(tree, name);
      const by = leading.length > 1 ? ` by the record of ${leading.at(-1)?.domain}` : '';
      return {
        subject: domain,
        description: `SPF of ${facts.domain} leads to ${name}${by}, and ${domain} seems to be unregistered. Anyone who registers it may send mail in the name of ${facts.domain}.${isPermanentError(tree, name) ? ' Until then, receivers treat the whole record as a permanent error.' : ''} Expected: remove the term${by === '' ? '' : ' there, or the one that leads to that record'}.`,
        evidence: [
          shorten(textRecord(facts.domain, tree.text ?? ''), 1_000),
          leading.slice(1).map(shownRecord),
          digLine('TXT', ...leading.map((node) => node.domain), name),
        ],
      };
    });
    if (judged !== null) return judged;
    const hidden = hiddenPart(facts.mail);
    if (hidden !== null) return hidden;
    return outside.length === 0
      ? notApplicable('SPF refers to no other domain')
      : pass('Every domain that SPF refers to exists or is registered');
  },
});
