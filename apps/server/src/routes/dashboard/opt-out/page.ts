import type { OptOutClaim } from '@perimeter/dashboard/lib/opt-out-props';
import { proofPlaces } from '@perimeter/engine/runner/opt-out/proof';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type OptOutTarget, readOptOutTarget } from '../../../audits/opt-out-target.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import { addOptOut } from '../../../repositories/audits/opt-outs.ts';
import { addFormBody } from '../form-body.ts';
import { hidden, type PageParts } from '../options.ts';
import { sendPage } from '../send.ts';

/** The form's fields; malformed ones count as omitted. */
const form = z.object({ target: z.string().max(300).catch(''), act: z.enum(['show', 'check']).catch('show') });

/** Wider networks need the operator: they have few owners, who are known. */
const widestBits = { 4: 16, 6: 32 } as const;

/**
 * The token that an owner publishes: only this service can derive it. It is the same for every visitor, because only
 * the owner can publish it.
 */
const tokenOf = (secret: Buffer, { name }: OptOutTarget): string =>
  `perimeter-opt-out=${createHmac('sha256', secret).update(`opt-out ${name}`).digest('base64url').slice(0, 32)}`;

interface Shown {
  claim: OptOutClaim | null;
  mistake: string | null;
  typed: string;
  status: number;
}

const sendOptOut = async (
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { status, ...shown }: Shown,
): Promise<HttpReply> => {
  const { web, userAgent, metering } = parts;
  const contact = web.operatorContact ?? web.securityContact;
  const { sourceAddresses } = web;
  const page = { name: 'opt-out', userAgent, contact, sourceAddresses, ceilings: metering.ceilings, ...shown } as const;
  return sendPage(parts, request, reply, page, status);
};

const mistakeIn = (target: OptOutTarget): string | null =>
  target.kind === 'network' && target.bits < widestBits[target.family]
    ? `Write to the operator for networks wider than /${widestBits[target.family]}.`
    : null;

/** Shows what to publish, or looks for it and, once found, opts the target out. */
async function claim(parts: PageParts, request: HttpRequest): Promise<Shown> {
  const { target: typed, act } = form.parse(request.body);
  const read = readOptOutTarget(typed);
  const mistake = read.ok ? mistakeIn(read.target) : `${read.message}.`;
  if (!read.ok || mistake !== null) return { claim: null, mistake, typed, status: 422 };
  const { target } = read;
  const token = tokenOf(parts.identity.secret, target);
  const shown = { name: target.name, kind: target.kind, token, ...proofPlaces(target) };
  if (act === 'show') return { claim: { ...shown, state: 'asked' }, mistake, typed, status: 200 };
  const how = await parts.findProof(target, token);
  if (how === null) return { claim: { ...shown, state: 'unproved' }, mistake, typed, status: 200 };
  await addOptOut(parts.db, target.name, how === 'dns' ? 'Proved by a DNS record' : 'Proved by a file');
  request.log.info({ target: target.name, how }, 'Target opted out by its owner');
  return { claim: { ...shown, state: 'done' }, mistake, typed, status: 200 };
}

/** GET and POST /opt-out: what audits send, and how an owner opts out. */
export function addOptOutPage(http: Http, parts: PageParts): void {
  http.get('/opt-out', hidden, async (request, reply) =>
    sendOptOut(parts, request, reply, { claim: null, mistake: null, typed: '', status: 200 }),
  );
  addFormBody(http);
  http.post('/opt-out', { schema: { hide: true }, config: { limit: 'start' } }, async (request, reply) =>
    sendOptOut(parts, request, reply, await claim(parts, request)),
  );
}
