import { categoryKey } from '@perimeter/contract/category';
import { severity, type Severity } from '@perimeter/contract/finding';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { catalogueOfEngine } from '../../checks/catalogue.ts';
import { textsOf } from './check-texts.ts';
import type { PageParts } from '../options.ts';
import type { ReportProps, SharedBy } from '@perimeter/dashboard/lib/props';
import { sendPage } from '../send.ts';

const many = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.unknown()).transform((values): Severity[] =>
    values.flatMap((value) => {
      const parsed = severity.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
);
const filterQuery = z.object({
  severity: many,
  category: categoryKey.or(z.literal('')).catch(''),
  q: z.string().max(200).catch(''),
});

/** What a reader may see and do besides reading a report. */
export type Beside = Pick<ReportProps, 'isPrivate' | 'accepted' | 'answers' | 'isOwn' | 'since'>;

/** A report on a page, with its digest. */
export interface ShownReport {
  digest: string;
  body: () => Promise<Uint8Array>;
  /** Null if it is not shown by a link. */
  shared: SharedBy | null;
}

/** Only the report, for readers without an account. */
export const onlyReport: Beside = {
  isPrivate: false,
  accepted: null,
  answers: null,
  isOwn: false,
  since: null,
};

/** Sends a report's page with the filter of the query. */
export async function sendReport(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  report: ShownReport,
  beside: Beside = onlyReport,
): Promise<HttpReply> {
  const { severity: severities, category, q } = filterQuery.parse(request.query);
  const filter = { severities, category, text: q.trim() };
  return sendPage(parts, request, reply, { name: 'report', ...report, ...beside, filter });
}

const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1) });

/** Path parameters of a check. */
export const checkParams = z.object({ check: z.string().max(200) });

/** Sends the page of one check of a report. */
export async function sendCheck(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  report: ShownReport,
  checkId: string,
): Promise<HttpReply> {
  const entry = catalogueOfEngine()
    .modules.flatMap(({ checks }) => checks)
    .find((one) => one.id === checkId);
  if (entry === undefined && !/^[a-z0-9-]{1,80}$/.test(checkId)) throw new AppError('not_found');
  return sendPage(parts, request, reply, {
    name: 'check-of-report',
    ...report,
    checkId,
    entry: entry ?? null,
    texts: textsOf(checkId),
    page: pageQuery.parse(request.query).page,
  });
}

/** Path parameters of a section. */
export const sectionParams = z.object({ section: z.string().max(200) });

/** Sends the page of one section of a report's data. */
export const sendSection = async (
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  report: ShownReport,
  sectionId: string,
): Promise<HttpReply> => {
  if (!/^[\w-]{1,60}$/.test(sectionId)) throw new AppError('not_found');
  return sendPage(parts, request, reply, { name: 'section-of-report', ...report, sectionId });
};
