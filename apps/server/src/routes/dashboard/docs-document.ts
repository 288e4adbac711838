import type { ApiDocument, ApiSchema } from '@perimeter/dashboard/lib/api-document';
import { z } from 'zod';

const schema: z.ZodType<ApiSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    properties: z.record(z.string(), schema).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schema.optional(), example: z.unknown().optional() }));

const operation = z.object({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  'x-limit': z.object({ windowSeconds: z.int(), quotas: z.record(z.string(), z.int()) }).optional(),
  'x-scope': z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(''),
        schema: schema.default({}),
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: content.default({}),
      'x-problem-codes': z.array(z.string()).optional(),
    }),
  ),
});

/** The parts of an OpenAPI document that its page shows. */
export const shownDocument: z.ZodType<ApiDocument> = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default('') }),
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema).default({}) }),
});
