import { setTimeout } from 'node:timers/promises';
import { scanMode } from '@perimeter/contract/report';
import type { RefusedStart, StartProps } from '@perimeter/dashboard/lib/props';
import { modules } from '@perimeter/engine/modules/registry';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import { keepLine } from '../../plugins/access/deeds.ts';
import { originEvidence } from '../../plugins/access/origin.ts';
import { acceptStart } from '../audit/start/accept.ts';
import { typedDomain } from '../audit/start/typed-domain.ts';
import { domainMistake } from '../auditable-domain.ts';
import { addFormBody } from './form-body.ts';
import { hidden, type PageParts } from './options.ts';
import { readOwn } from './own-audits.ts';
import { shownWith } from './reader.ts';
import { sampleFacts } from './report/sample.ts';
import { sendPage } from './send.ts';
import { shownAgain, takenFor } from '../as-typed.ts';

/** The form's fields; malformed ones count as omitted. */
const form = z.object({
  // Without a maximum: a text that is too long gets its own message and is shown again.
  domain: z.string().catch(''),
  scanMode: scanMode.catch('standard'),
  private: z.enum(['yes', 'no']).optional().catch(undefined),
  authority: z.literal('yes').optional().catch(undefined),
  welcome: z.literal('yes').optional().catch(undefined),
  once: z.uuid().optional().catch(undefined),
});
type Form = z.infer<typeof form>;

const counts: StartProps['modules'] = modules.map(({ id, title, category, checks }) => ({
  id,
  title,
  category,
  checks: checks.length,
}));

/** Null: the account's default. Anonymous audits are never private. */
const isAsked = ({ private: asked }: Form, { kind }: HttpRequest['principal']): boolean | null =>
  asked === undefined || kind === 'anonymous' ? null : asked === 'yes';

async function sendStart(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { domain, scanMode: mode, private: isPrivate, authority, welcome }: Form,
  refused: { start: RefusedStart; status: number } | null,
): Promise<HttpReply> {
  const own = await shownWith(request, readOwn(parts, request), { recent: [], isPrivate: false, usage: null });
  const page = {
    name: 'start' as const,
    domain: shownAgain(domain),
    scanMode: mode,
    isPrivate: isPrivate === undefined ? own.isPrivate : isPrivate === 'yes',
    hasAuthority: authority === 'yes',
    refused: refused?.start ?? null,
    isWelcome: welcome === 'yes',
    usage: own.usage,
    recent: own.recent,
    modules: counts,
    sample: sampleFacts(),
  };
  return sendPage(parts, request, reply, page, refused?.status ?? 200);
}

/** Error codes that the form shows at its field; others have their own pages. */
const answeredByForm = new Map([
  ['invalid_domain', 422],
  ['domain_opted_out', 422],
  ['credits_exhausted', 402],
  ['email_unconfirmed', 403],
  ['account_leaving', 403],
  ['target_busy', 429],
]);

const titles: Readonly<Record<string, string>> = {
  domain_opted_out: 'The owner of this domain has opted out of audits.',
  credits_exhausted: 'No credits are left this month.',
  email_unconfirmed: 'Confirm your e-mail address first.',
  account_leaving: 'Your account is to be deleted: keep it first.',
  target_busy: 'This domain, or its address, was audited as often as it may be for now.',
};

function refusalOf(error: unknown): { start: RefusedStart; status: number } {
  const status = error instanceof AppError ? answeredByForm.get(error.code) : undefined;
  if (!(error instanceof AppError) || status === undefined) throw error;
  const message = error.details.errors?.[0]?.message ?? titles[error.code] ?? error.message;
  const { latestAudit, headers } = error.details;
  const retryAfterMinutes = Math.ceil(Number(headers?.['retry-after'] ?? 0) / 60);
  return { status, start: { message, code: error.code, latestAudit: latestAudit ?? null, retryAfterMinutes } };
}

/** What is wrong with the domain in the URL's query, shown before the form is sent. */
function mistakeOf(domain: string): { start: RefusedStart; status: number } | null {
  const mistake = domain === '' ? null : domainMistake(takenFor(domain), '/domain');
  return mistake === null
    ? null
    : {
        status: 200,
        start: { message: mistake.message, code: 'invalid_domain', latestAudit: null, retryAfterMinutes: 0 },
      };
}

/** How often, and how soon, the second of two clicks looks for the answer to the first. */
const waits = { most: 40, pauseMs: 250 };

/**
 * One form starts one audit, however often it is sent; with changed fields, for example after going back, it starts
 * another.
 */
async function acceptOnce(
  parts: PageParts,
  request: HttpRequest,
  once: string | undefined,
  asked: Omit<Parameters<typeof acceptStart>[2], 'idempotencyKey'>,
): Promise<string> {
  const { domain, scanMode: mode, private: isPrivate, authority } = asked;
  const key = once === undefined ? null : ['form', once, domain.ascii, mode, isPrivate, authority].join(':');
  for (let waited = 0; ; waited += 1) {
    try {
      const keyed = { ...asked, idempotencyKey: key };
      const { started } = await acceptStart(parts, request.principal, keyed, async (trx, id) =>
        keepLine(trx, request, id),
      );
      return started.id;
    } catch (error) {
      const isInFlight = error instanceof AppError && error.code === 'idempotency_in_flight';
      if (!isInFlight || waited === waits.most) throw error;
      await setTimeout(waits.pauseMs);
    }
  }
}

async function startAudit(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  // Other sites must not spend their visitors' credits, logged in or not.
  if (originEvidence(request.headers, parts.identity.publicOrigin) === 'foreign')
    throw new AppError('forbidden_origin');
  const given = form.parse(request.body);
  try {
    const id = await acceptOnce(parts, request, given.once, {
      domain: await typedDomain(request, reply, takenFor(given.domain)),
      scanMode: given.scanMode,
      private: isAsked(given, request.principal),
      authority: given.authority === 'yes',
    });
    return reply.redirect(`${parts.web.basePath}/audits/${id}`, 303);
  } catch (error) {
    if (error instanceof AppError) reply.headers(error.details.headers ?? {});
    return sendStart(parts, request, reply, given, refusalOf(error));
  }
}

/** GET / and POST /audits: the start page, and its form without script. */
export function addStartPage(http: Http, parts: PageParts): void {
  http.get('/', hidden, async (request, reply) => {
    const given = form.parse(request.query);
    return sendStart(parts, request, reply, given, mistakeOf(given.domain));
  });
  addFormBody(http);
  http.post('/audits', { schema: { hide: true }, config: { limit: 'start' } }, async (request, reply) =>
    startAudit(parts, request, reply),
  );
}
