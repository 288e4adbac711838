import type { CompareProps } from '@perimeter/dashboard/lib/compare-props';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import { compareMany } from '../compare/compare-many.ts';
import { compareFor } from '../compare/compare-for.ts';
import type { PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { shownAgain, takenFor } from '../as-typed.ts';

const target = z.string().trim().catch('').transform(takenFor);
// The list of audits sends all selected ones under one name.
const picks = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(target).catch([]));
const query = z
  .object({ targetA: target, targetB: target, pick: picks, domain: picks })
  .transform(({ targetA, targetB, pick, domain }) => {
    const listed = [...domain, ...pick].filter((name) => name !== '');
    const [first = '', second = ''] = listed;
    return {
      targetA: targetA === '' ? first : targetA,
      targetB: targetB === '' ? second : targetB,
      listed,
    };
  });
type Targets = Pick<z.infer<typeof query>, 'targetA' | 'targetB'>;

/** Error codes that the page shows above its form; others have their own pages. */
const answeredByForm = new Map([
  ['invalid_domain', 422],
  ['no_audit_for_domain', 404],
]);

function refusalOf(error: unknown, targets: Targets): { refused: CompareProps['refused']; status: number } {
  const status = error instanceof AppError ? answeredByForm.get(error.code) : undefined;
  if (!(error instanceof AppError) || status === undefined) throw error;
  const mistakes = error.details.errors ?? [];
  const isMissing = error.code === 'no_audit_for_domain';
  const missing = isMissing
    ? mistakes.map(({ pointer }) => (pointer === '/targetA' ? targets.targetA : targets.targetB))
    : [];
  const message = mistakes.map(({ message: text }) => (text.endsWith('?') ? text : `${text}.`)).join(' ');
  return { status, refused: { message, missing, at: mistakes.map(({ pointer }) => pointer.slice(1)) } };
}

async function sendCompare(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const { listed, ...targets } = query.parse(request.query);
  const shown = { targetA: shownAgain(targets.targetA), targetB: shownAgain(targets.targetB) };
  const page = { name: 'compare' as const, ...shown, compared: null, many: null, refused: null };
  if (listed.length > 2) {
    const found = await compareMany(parts.db, listed, request.principal);
    const left = found.left.map(({ domain, reason }) => ({ domain: shownAgain(domain), reason }));
    const many = { ...found, left };
    return sendPage(parts, request, reply, { ...page, targetA: '', targetB: '', many });
  }
  if (targets.targetA === '' || targets.targetB === '') return sendPage(parts, request, reply, page);
  try {
    const compared = await compareFor(parts.db, targets, request.principal);
    return await sendPage(parts, request, reply, { ...page, compared });
  } catch (error) {
    const { refused, status } = refusalOf(error, targets);
    return sendPage(parts, request, reply, { ...page, refused }, status);
  }
}

/** GET /compare: compares two domains, or up to ten. */
export function addComparePage(http: Http, parts: PageParts): void {
  http.get('/compare', { schema: { hide: true }, config: { limit: 'compare' } }, async (request, reply) =>
    sendCompare(parts, request, reply),
  );
}
