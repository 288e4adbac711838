import { z } from 'zod';
import { severity } from './finding.ts';
import { scanMode } from './report.ts';
import { grade } from './grade.ts';
import { acceptEntry } from './waiver/waiver.ts';

const target = z.strictObject({
  domain: z.string().min(1).max(1024),
  mode: scanMode.optional().describe('mode of this domain, before that of the file; --mode goes first'),
  tags: z.array(z.string().min(1).max(100)).max(50).optional().describe('words of your own'),
  owner: z.string().min(1).max(200).optional().describe('who answers for the domain'),
});

const gate = z.strictObject({
  failOn: z
    .enum([...severity.options, 'none'])
    .optional()
    .describe('fail on issues this severe or worse'),
  minGrade: grade.optional().describe('fail on a lower grade'),
  minScore: z.int().min(0).max(100).optional().describe('fail on a lower score'),
  failOnNew: severity.optional().describe('fail on findings this severe or worse that are not in the baseline'),
  maxDrop: z.int().min(0).max(100).optional().describe('fail if the score is more points below the baseline'),
  allowIncomplete: z.boolean().optional().describe('accept a provisional grade'),
  baseline: z.string().min(1).max(1000).optional().describe('file of the baseline, relative to this file'),
  strictAccept: z.boolean().optional().describe('fail on acceptances that are unused, expired or end within 14 days'),
  strictBaseline: z.boolean().optional().describe('fail on entries of the baseline that are gone'),
});

/** The file perimeter.yml of the command line. */
export const configuration = z.strictObject({
  // Targets with all their keys fill the file up to the limit of its reader.
  targets: z.array(target).max(7000).optional().describe('domains to audit where none is named'),
  mode: scanMode.optional().describe('mode of the audits'),
  server: z.string().min(1).max(1000).optional().describe('address of the service that runs the audits; never a key'),
  gate: gate.optional(),
  accept: z.array(acceptEntry).max(5000).optional().describe('accepted risks'),
});
export type Configuration = z.infer<typeof configuration>;

/** Its JSON Schema (draft 2020-12), with a line end. */
export const configurationSchemaText = (): string =>
  `${JSON.stringify({ title: 'perimeter.yml', ...z.toJSONSchema(configuration) }, null, 2)}\n`;
