import { failWhere } from '../../../catalogue/outcome.ts';
import { pageProof } from '../derive/proof.ts';
import { commentWords } from './comment-words.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { readContent } from '../../derive/subjects/page.ts';

/** The beginning of a mark that appears verbatim in the page. */
const searched = (text: string): string => /^[^:=<…\s]+/.exec(text)?.[0] ?? '';

export const pageCommentLeak = checkOf(readContent, {
  id: 'page-comment-leak',
  title: 'HTML comments disclose nothing internal',
  finding: 'Internal information in HTML comments',
  weakness: { cvss: 'smallLeak', cwe: [615] },
  judge: (page) =>
    failWhere(
      [...Map.groupBy(page.facts.comments, ({ mark }) => mark)],
      'No comment has internal addresses, paths or credentials',
      ([mark, comments]) => ({
        subject: mark,
        confidence: mark === 'credential' || mark === 'note' ? ('firm' as const) : ('confirmed' as const),
        description: `HTML comments have ${commentWords[mark]}. Expected: remove them when the page is built.`,
        evidence: pageProof(
          page,
          comments.map(({ line, text }) => `Line ${line}: ${text}`),
          searched(comments[0]?.text ?? ''),
        ),
      }),
    ),
});
