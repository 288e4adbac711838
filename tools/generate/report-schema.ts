import { join } from 'node:path';
import { report } from '@perimeter/contract/report';
import { z } from 'zod';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

/** The report's JSON Schema (draft 2020-12), from the schema that types it. */
export function reportSchema(): GeneratedFile {
  const schema = { title: 'Perimeter report', ...z.toJSONSchema(report) };
  return { path: join(repoRoot, 'docs/report.schema.json'), text: `${JSON.stringify(schema, null, 2)}\n` };
}
