import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { engineVersion } from '@perimeter/engine/version';
import type { Http } from '../http.ts';

/** Component schemas that something refers to, directly or through another one. */
function usedSchemas(document: object, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit(Reflect.get(document, 'paths') ?? null);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

/** Writes the OpenAPI 3.1 document from the schemas that validate. */
export async function addOpenapi(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Perimeter',
        description: 'Security audits of a domain: start one, watch it, read its report.',
        version: engineVersion,
      },
      tags: [
        { name: 'audit', description: 'Start an audit, watch it, read its report' },
        { name: 'account', description: 'Make, read and change an account' },
        { name: 'session', description: 'Sign in and out' },
        { name: 'key', description: 'API keys: list, create, rotate, revoke' },
      ],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      const whole = jsonSchemaTransformObject(document);
      const components = Reflect.get(whole, 'components');
      const schemas = usedSchemas(whole, components?.schemas ?? {});
      return { ...whole, components: { ...components, schemas } };
    },
  });
}
