import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { z } from 'zod';
import { ListProblem, listDay, parseList } from './list-problem.ts';
import type { Distrust, PublicRoot, RootList } from './lists.ts';
import { nameDigest } from './name-digest.ts';
import { sha256Hex } from '../../net/sha256.ts';

const day = z.iso.date('not a day such as 2026-11-02');
/** A date, which lasts until its end, or an instant. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'neither a day such as 2026-11-02 nor an instant such as 2026-11-02T12:00:00Z',
});
const issuerName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, 'not a domain name in lower case');

const root = z
  .strictObject({
    pem: z.string().optional(),
    file: z.string().optional(),
    distrustAfter: moment.optional(),
    distrustedBy: z.string().min(1).optional(),
    caa: z.array(issuerName).optional(),
  })
  .refine(({ pem, file }) => (pem === undefined) !== (file === undefined), 'either pem or file')
  .refine(
    ({ distrustAfter: after, distrustedBy: by }) => (after === undefined) === (by === undefined),
    'distrustAfter and distrustedBy go together',
  );

const authority = z.strictObject({
  organisations: z.array(z.string().min(1)).min(1),
  caa: z.array(issuerName).min(1),
});

const schema = z.strictObject({
  name: z.string().min(1).max(200),
  date: day,
  roots: z.array(root).min(1, 'no root'),
  authorities: z.array(authority).optional(),
});

type Row = z.infer<typeof root>;

/** Textual encoding of certificates (RFC 7468 section 5). */
const block = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/gu;

function distrustOf({ distrustAfter, distrustedBy }: Row): Distrust | null {
  if (distrustAfter === undefined || distrustedBy === undefined) return null;
  const end = distrustAfter.length === 10 ? `${distrustAfter}T23:59:59Z` : distrustAfter;
  return { by: distrustedBy, after: Math.floor(Date.parse(end) / 1_000) };
}

function rootOf(der: Uint8Array, row: Row, place: string): PublicRoot {
  try {
    const { subject, basicConstraints, version } = parseCertificate(der);
    // Version 1 certificates have no extensions.
    if (version === 3 && basicConstraints?.ca !== true)
      throw new ListProblem(`${place}: ${subject.text} is no authority`);
    const sha256 = sha256Hex(der);
    return { sha256, subject: nameDigest(subject), der, distrust: distrustOf(row), caa: row.caa ?? [] };
  } catch (error) {
    if (error instanceof ProtocolError)
      throw new ListProblem(`${place}: a certificate cannot be read: ${error.message}`);
    throw error;
  }
}

function rootsOf(row: Row, place: string, readFile: (name: string) => string): PublicRoot[] {
  const text = row.pem ?? readFile(row.file ?? '');
  const found = [...text.matchAll(block)].map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
  if (found.length === 0) throw new ListProblem(`${place}: no certificate in PEM`);
  return found.map((der) => rootOf(der, row, place));
}

/** The public roots in the format of docs/trust-data.md; readFile receives the file names in it. Throws ListProblem. */
export function readRoots(text: string, nowMs: number, readFile: (name: string) => string): RootList {
  const { name, date, roots: rows, authorities } = parseList(text, schema);
  const roots = rows.flatMap((row, at) => rootsOf(row, `roots[${at}]`, readFile));
  const twice = roots.find(({ sha256 }, at) => roots.findIndex((other) => other.sha256 === sha256) !== at);
  if (twice !== undefined) throw new ListProblem(`roots: the root with the SHA-256 ${twice.sha256} stands in it twice`);
  return {
    name,
    date: listDay(Date.parse(`${date}T00:00:00Z`), nowMs, 'date'),
    roots,
    authorities:
      authorities?.map(({ organisations, caa }) => ({
        organisations: organisations.map((one) => one.toLowerCase()),
        identities: caa,
      })) ?? null,
  };
}
