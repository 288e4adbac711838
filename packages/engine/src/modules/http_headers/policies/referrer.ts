import { type EffectiveReferrer, effectiveReferrer } from '@perimeter/protocols/http/policies/referrer-policy';
import { failEach, informational, pass, openAs } from '../../../catalogue/outcome.ts';
import { type Answer, isRedirect } from '../../../evidence/http/answer.ts';
import { locationOf } from '../../derive/http/place.ts';
import type { HttpPage } from '../../../evidence/http/page.ts';
import { referrerWeaknesses } from './header-effects.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { referringAnswers, silentAnswers } from '../../derive/subjects/answers.ts';
import { quoteHeaders, quoteTag } from '../../../evidence/http/quote.ts';

type Referrer = EffectiveReferrer<HttpPage['metas'][number]>;

function weaknessOf({ policy, setBy }: Referrer): string | null {
  if (policy === null) return null;
  const weakness = referrerWeaknesses[policy];
  if (weakness === undefined) return null;
  return `${policy} ${weakness}${setBy === 'meta' ? '; a meta element sets it, which overrides the header' : ''}`;
}

interface Judged {
  answer: Answer;
  referrer: Referrer;
  /** Why an unseen later meta element may decide; null where all were seen. */
  unread: Answer['unread'];
}

/** A redirect has no document, so only its header counts. */
const read = (answers: readonly Answer[]): Judged[] =>
  answers.map((answer) => {
    const metas = isRedirect(answer) ? [] : (answer.page?.metas ?? []);
    const referrer = effectiveReferrer(answer.headers, metas);
    return { answer, referrer, unread: isRedirect(answer) ? null : answer.unread };
  });

/** The first answer of each origin: redirects and document of one server share a configuration. */
const firstOfOrigins = <T extends { answer: Answer }>(found: readonly T[]): T[] =>
  [...Map.groupBy(found, ({ answer }) => answer.url.origin).values()].flatMap((group) => group.slice(0, 1));

const quote = ({ answer, referrer }: Judged): string =>
  [quoteHeaders(answer, 'Referrer-Policy'), ...(referrer.meta === null ? [] : [quoteTag(answer, referrer.meta)])].join(
    '\n',
  );

export const hdrReferrerUnsafe = checkOf(referringAnswers, {
  id: 'hdr-referrer-unsafe',
  title: 'Referrer-Policy hides paths and queries from other sites',
  finding: 'Referrer-Policy leaks URLs',
  weakness: { cvss: 'browserHardening', cwe: [200] },
  judge: (answers) => {
    const judged = read(answers);
    const weak = judged.flatMap((one) => {
      const weakness = one.unread === null ? weaknessOf(one.referrer) : null;
      return weakness === null ? [] : [{ ...one, weakness }];
    });
    const drafts = firstOfOrigins(weak).map((one) => ({
      location: locationOf(one.answer),
      subject: 'referrer-policy',
      description: `${one.weakness}. Expected: strict-origin-when-cross-origin or stricter.`,
      evidence: quote(one),
    }));
    const unread = judged.find((one) => one.unread !== null)?.unread ?? null;
    if (drafts.length === 0 && unread !== null)
      return openAs(['page', unread], 'meta-may-override', { unread: unread.reason });
    return failEach(
      drafts,
      judged.every(({ referrer }) => referrer.policy === null)
        ? 'No valid policy is sent, and the browser default is safe'
        : 'No policy sends paths or queries to other sites',
    );
  },
});

export const hdrReferrerMissing = checkOf(silentAnswers, {
  id: 'hdr-referrer-missing',
  title: 'Referrer-Policy header is set',
  finding: 'Missing or invalid Referrer-Policy header',
  judge: (answers) => {
    // The document represents the site; on a host that only redirects, the redirects do.
    const documents = answers.filter((answer) => !isRedirect(answer));
    const silent = read(documents.length > 0 ? documents : answers).find(({ referrer }) => referrer.policy === null);
    if (silent === undefined) return pass('A referrer policy is set');
    if (silent.unread !== null)
      return openAs(['page', silent.unread], 'meta-may-set', { unread: silent.unread.reason });
    const ignored = silent.referrer.problems.join('; ');
    return informational({
      location: locationOf(silent.answer),
      description: `${ignored === '' ? '' : `${ignored}, so the header has no effect. `}Without a policy browsers apply strict-origin-when-cross-origin; older ones send full URLs.`,
      evidence: quote(silent),
    });
  },
});
