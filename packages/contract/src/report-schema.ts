import { z } from 'zod';
import { report } from './report.ts';

/** The report's JSON Schema (draft 2020-12), from the schema that types it; with a line end. */
export const reportSchemaText = (): string =>
  `${JSON.stringify({ title: 'Perimeter report', ...z.toJSONSchema(report) }, null, 2)}\n`;
