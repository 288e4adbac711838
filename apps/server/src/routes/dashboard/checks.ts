import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { catalogueOfEngine } from '../checks/catalogue.ts';
import { textsOf } from './report/check-texts.ts';
import { hidden, type PageParts } from './options.ts';
import { sendPage } from './send.ts';

const query = z.object({ q: z.string().max(200).catch('') });
const params = z.object({ check: z.string() });

/** GET /checks and /checks/{check}: the catalogue. */
export function addCheckPages(http: Http, parts: PageParts): void {
  const catalogue = catalogueOfEngine();
  http.get('/checks', hidden, async (request, reply) =>
    sendPage(parts, request, reply, { name: 'checks', catalogue, text: query.parse(request.query).q.trim() }),
  );
  http.get('/checks/:check', { ...hidden, schema: { hide: true, params } }, async (request, reply) => {
    const module = catalogue.modules.find(({ checks }) => checks.some(({ id }) => id === request.params.check));
    const check = module?.checks.find(({ id }) => id === request.params.check);
    if (module === undefined || check === undefined) throw new AppError('not_found');
    return sendPage(parts, request, reply, { name: 'check', check, module: module.title, texts: textsOf(check.id) });
  });
}
