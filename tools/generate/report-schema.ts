import { join } from 'node:path';
import { reportSchemaText } from '@perimeter/contract/report-schema';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

/** The report's JSON Schema, as `perimeter schema` prints it. */
export const reportSchema = (): GeneratedFile => ({
  path: join(repoRoot, 'docs/report.schema.json'),
  text: reportSchemaText(),
});
