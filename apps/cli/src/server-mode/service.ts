import {
  auditList,
  auditStarted,
  auditState,
  type AuditState,
  type StartAuditBody,
  type AuditSummary,
} from '@perimeter/contract/audit';
import { type Comparison, comparison } from '@perimeter/contract/compare';
import { report, type Report, reportSchemaVersion } from '@perimeter/contract/report';
import { type Usage, usage } from '@perimeter/contract/account/usage';
import { safeText } from '@perimeter/report/safe-text';
import { z } from 'zod';
import { type ServiceAnswer, jsonOf } from './refusal.ts';
import { ServiceError } from './service-error.ts';
import { createSend, type Reaching } from './transport.ts';

/** The layout of the PDF. */
export interface PdfLayout {
  paper: 'a4' | 'us-letter';
  detail: 'brief' | 'full';
}

/** The requests of a command to a service; each throws ServiceError, or the signal's reason. */
export interface Service {
  start: (body: StartAuditBody, idempotencyKey: string, signal: AbortSignal) => Promise<string>;
  /** The state; a long poll if the known one is current, with null if it did not change. */
  state: (id: string, known: string | null, signal: AbortSignal) => Promise<{ state: AuditState; tag: string } | null>;
  report: (id: string, signal: AbortSignal) => Promise<Report>;
  /** Completed audits of a domain, newest first. */
  audits: (domain: string, signal: AbortSignal) => Promise<readonly AuditSummary[]>;
  pdf: (id: string, layout: PdfLayout, signal: AbortSignal) => Promise<Buffer>;
  cancel: (id: string, signal: AbortSignal) => Promise<void>;
  compare: (targetA: string, targetB: string, signal: AbortSignal) => Promise<Comparison>;
  usage: (signal: AbortSignal) => Promise<Usage>;
}

const kib = 1024;
const mib = 1024 * kib;
/** Far larger than any answer of the kind. */
const most = { small: 256 * kib, comparison: 16 * mib, report: 64 * mib, pdf: 64 * mib };

function checked<T>(schema: z.ZodType<T>, answer: ServiceAnswer, what: string): T {
  const read = schema.safeParse(jsonOf(answer));
  if (read.success) return read.data;
  throw new ServiceError('service_unreachable', `Cannot ${what}: the answer is not one of Perimeter`);
}

const majorOf = (version: string): number => Number(/^(\d{1,6})\./u.exec(version)?.[1] ?? Number.NaN);

/** Not parsed, so that additions of a newer minor version are kept. */
const isReport = (value: unknown): value is Report => report.safeParse(value).success;

function readableReport(answer: ServiceAnswer, id: string): Report {
  const json = jsonOf(answer);
  const version = z.object({ schemaVersion: z.string() }).safeParse(json).data?.schemaVersion ?? '';
  if (majorOf(version) > majorOf(reportSchemaVersion))
    throw new ServiceError(
      'report_unreadable',
      `The report of ${id} has schema version ${safeText(version, { maxLength: 20 })}, and this perimeter reads ${reportSchemaVersion}: install a newer one`,
    );
  if (isReport(json) && json.id === id) return json;
  throw new ServiceError('report_unreadable', `The service sent something else than the report of ${id}`);
}

/** A service at a URL. */
export function openService(reaching: Reaching): Service {
  const send = createSend(reaching);
  const read = async <T>(path: string, what: string, schema: z.ZodType<T>, maxBytes: number, signal: AbortSignal) =>
    checked(schema, await send({ method: 'GET', path, what, maxBytes }, signal), what);
  return {
    start: async (body, idempotencyKey, signal) => {
      const what = `start the audit of ${body.domain}`;
      const headers = { 'idempotency-key': idempotencyKey };
      const asked = { method: 'POST', path: '/api/audit/start', what, headers, body, good: [202] } as const;
      return checked(auditStarted, await send({ ...asked, maxBytes: most.small }, signal), what).id;
    },
    state: async (id, known, signal) => {
      const what = `read the state of ${id}`;
      const headers = { prefer: 'wait=25', ...(known === null ? {} : { 'if-none-match': known }) };
      const asked = { method: 'GET', path: `/api/audit/${id}`, what, headers, good: [200, 304] } as const;
      const answer = await send({ ...asked, maxBytes: most.small }, signal);
      if (answer.status === 304) return null;
      return { state: checked(auditState, answer, what), tag: answer.headers.get('etag') ?? '' };
    },
    report: async (id, signal) => {
      const what = `read the report of ${id}`;
      const asked = { method: 'GET', path: `/api/audit/${id}/report`, what, maxBytes: most.report } as const;
      return readableReport(await send(asked, signal), id);
    },
    audits: async (domain, signal) => {
      const query = new URLSearchParams({ domain, status: 'completed', limit: '100' }).toString();
      const what = `read the earlier audits of ${domain}`;
      return (await read(`/api/audits?${query}`, what, auditList, most.small, signal)).audits;
    },
    pdf: async (id, { paper, detail }, signal) => {
      const what = `read the PDF of ${id}`;
      const path = `/api/audit/${id}/report/pdf?paper=${paper}&detail=${detail}`;
      const headers = { accept: 'application/pdf' };
      const { body } = await send({ method: 'GET', path, what, headers, maxBytes: most.pdf }, signal);
      if (body.subarray(0, 5).toString('latin1') === '%PDF-') return body;
      throw new ServiceError('service_unreachable', `Cannot ${what}: the answer is not a PDF`);
    },
    cancel: async (id, signal) => {
      const asked = { method: 'DELETE', path: `/api/audit/${id}`, what: `cancel ${id}`, maxBytes: most.small } as const;
      await send(asked, signal);
    },
    compare: async (targetA, targetB, signal) => {
      const path = `/api/compare?${new URLSearchParams({ targetA, targetB }).toString()}`;
      return read(path, 'compare the domains', comparison, most.comparison, signal);
    },
    usage: async (signal) => read('/api/usage', 'read the usage', usage, most.small, signal),
  };
}
