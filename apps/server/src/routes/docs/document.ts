import { z } from 'zod';

/** A JSON schema as far as the page shows it. */
export const shownSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});
export type ShownSchema = z.infer<typeof shownSchema>;

const media = z.record(z.string(), z.looseObject({ schema: shownSchema.optional(), example: z.unknown().optional() }));

const shownOperation = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  'x-limit': z.object({ windowSeconds: z.int(), quotas: z.record(z.string(), z.int()) }).optional(),
  'x-scope': z.string().optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(''),
        schema: shownSchema.default({}),
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: media }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      content: media.default({}),
      'x-problem-codes': z.array(z.string()).optional(),
    }),
  ),
});
export type ShownOperation = z.infer<typeof shownOperation>;

/** An OpenAPI document as far as the page shows it. */
export const shownDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().default('') }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.record(z.string(), shownOperation)),
  components: z.looseObject({ schemas: z.record(z.string(), shownSchema).default({}) }),
});
export type ShownDocument = z.infer<typeof shownDocument>;
