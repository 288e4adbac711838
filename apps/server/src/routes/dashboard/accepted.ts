import { modules } from '@perimeter/engine/modules/registry';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import { latestOwnReport } from '../../repositories/audits/compared.ts';
import { listWaivers } from '../../repositories/sharing/waivers.ts';
import { storedScore } from '../audit/outlook/scored-report.ts';
import { applied } from '../waivers/applied.ts';
import { toWaiver } from '../waivers/to-waiver.ts';
import type { PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { accountFor } from './signed-in.ts';

/** Few, because each domain's report has to be read. */
const perPage = 10;
const query = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) });

/** Finding titles by check id. */
export const findingTitles = Object.fromEntries(
  modules.flatMap(({ checks }) => checks.map(({ id, finding, title }) => [id, finding ?? title])),
);

/** GET /settings/accepted: the risks that an account accepted, and their effect on its latest reports. */
export function addAcceptedPage(http: Http, parts: PageParts): void {
  const { db, identity } = parts;
  http.get('/settings/accepted', { schema: { hide: true } }, async (request, reply) => {
    const account = accountFor(parts, request, reply);
    if (account === null) return reply;
    const waivers = (await listWaivers(db, account.accountId, null)).map(toWaiver);
    // In the order in which their first waivers end.
    const names = [...new Set(waivers.map(({ domain }) => domain))];
    const pages = Math.max(1, Math.ceil(names.length / perPage));
    const page = Math.min(query.parse(request.query).page, pages);
    const domains = [];
    const found: Record<string, string> = {};
    for (const domain of names.slice((page - 1) * perPage, page * perPage)) {
      const stored = await latestOwnReport(db, domain, account.accountId);
      const score = stored === undefined ? null : storedScore(stored);
      const own = waivers.filter((one) => one.domain === domain);
      // The latest report translates a fingerprint to a readable finding.
      for (const { fingerprint, title, host } of score?.findings ?? [])
        if (own.some((one) => one.fingerprint === fingerprint)) found[fingerprint] = `${title} (${host})`;
      domains.push({
        domain,
        latest: score === null ? null : { score: score.score.total, grade: score.score.grade },
        ...applied(own, score, identity.nowMs()),
      });
    }
    const shown = new Set(domains.flatMap((one) => one.waivers.map(({ checkId }) => checkId)));
    return sendPage(parts, request, reply, {
      name: 'accepted',
      domains,
      titles: { ...found, ...Object.fromEntries(Object.entries(findingTitles).filter(([id]) => shown.has(id))) },
      page,
      pages,
    });
  });
}
