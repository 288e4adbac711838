// The OpenAPI document as far as its page shows it: types alone, so that the server needs no JSX to know them.

/** A JSON schema as far as the page shows it. */
export interface ApiSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  properties?: Record<string, ApiSchema> | undefined;
  additionalProperties?: boolean | ApiSchema | undefined;
  required?: string[] | undefined;
  items?: ApiSchema | undefined;
  anyOf?: ApiSchema[] | undefined;
}

/** What a body consists of, by media type. */
export type ApiContent = Record<string, { schema?: ApiSchema | undefined; example?: unknown }>;

/** A value in the path, the query or the header of a request. */
export interface ApiParameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: ApiSchema;
  example?: unknown;
}

/** One response of an operation. */
export interface ApiResponse {
  description: string;
  content: ApiContent;
  'x-problem-codes'?: string[] | undefined;
}

/** One method of a path. */
export interface ApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  'x-limit'?: { windowSeconds: number; quotas: Record<string, number> } | undefined;
  'x-scope'?: string | undefined;
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: ApiContent } | undefined;
  responses: Record<string, ApiResponse>;
}

/** The whole document. */
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, ApiSchema> };
}
