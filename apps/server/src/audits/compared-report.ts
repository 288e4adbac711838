import { categoryKey } from '@perimeter/contract/category';
import { severity } from '@perimeter/contract/finding';
import { outcomeKind, scanMode } from '@perimeter/contract/report';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';

/** What a comparison over time reads of a stored report, which may be older than the rest of its shape. */
const historicReport = z.object({
  id: z.string(),
  scanMode,
  authority: z.literal(true).optional(),
  completedAt: z.int(),
  score: z.object({ total: z.int(), grade: z.string(), policyVersion: z.string() }),
  findings: z.array(
    z.object({
      fingerprint: z.string(),
      checkId: z.string(),
      category: categoryKey,
      title: z.string(),
      severity,
      host: z.string(),
      port: z.int().nullable(),
      affectedUrl: z.string(),
    }),
  ),
  modules: z.array(z.object({ checks: z.array(z.object({ id: z.string(), outcome: outcomeKind })) })),
});
export type HistoricReport = z.infer<typeof historicReport>;

/** A part that older reports hold in another shape is treated as absent. */
const part = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(null);

const answer = z.object({
  name: z.string(),
  type: z.string(),
  status: z.string(),
  records: z.array(z.object({ type: z.string(), data: z.string() })),
});
const certificate = z.object({ issuer: z.string(), key: z.string() });
const chain = z.object({
  port: z.int(),
  serverName: z.string(),
  path: z.array(certificate),
});
const host = z.object({
  address: z.string(),
  acceptsEverything: z.boolean(),
  ports: z.array(z.object({ port: z.int(), service: z.string().nullable() })),
  portsLeft: z.int(),
  unknown: z.int(),
});

/** The parts of a stored report from which the inventory is built. */
export const inventoryParts = z.object({
  dns: part(z.object({ answers: z.array(answer) })),
  certificates: part(z.object({ chains: z.array(chain) })),
  mail: part(
    z.object({
      spf: z.object({ complete: z.boolean(), tree: z.array(z.object({ depth: z.int(), term: z.string() })) }),
    }),
  ),
  network: part(z.object({ hosts: part(z.array(host)) })),
});
export type InventoryParts = z.infer<typeof inventoryParts>;

const comparedReport = historicReport.extend(inventoryParts.shape);
export type ComparedReport = z.infer<typeof comparedReport>;

/** Raised with each change of what a comparison reads; extracts of other versions are made again. */
const extractVersion = 1;
const extract = comparedReport.extend({ version: z.literal(extractVersion) });

/**
 * The parts of a stored report that a comparison reads, under the audit's public id. Throws if the body is not a
 * report.
 */
export const readCompared = (body: Buffer, id: string): ComparedReport =>
  comparedReport.parse({ ...JSON.parse(body.toString()), id });

/** The same parts, packed to be stored beside the report, so that a comparison need not load the whole report. */
export const packCompared = async (report: ComparedReport): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify({ ...report, version: extractVersion }));

const unpacked = async (body: Buffer): Promise<unknown> => JSON.parse((await promisify(gunzip)(body)).toString());

/** The inventory's parts from an extract; null if another version stored it, or the report had none. */
export async function unpackInventory(body: Buffer): Promise<InventoryParts | null> {
  if (body.length === 0) return null;
  return inventoryParts.extend({ version: z.literal(extractVersion) }).safeParse(await unpacked(body)).data ?? null;
}

/** The comparison's parts from an extract; null if another version stored it. */
export async function unpackCompared(body: Buffer, id: string): Promise<ComparedReport | null> {
  if (body.length === 0) return null;
  const { data } = extract.safeParse({ ...Object(await unpacked(body)), id });
  if (data === undefined) return null;
  const { version: _, ...report } = data;
  return report;
}
