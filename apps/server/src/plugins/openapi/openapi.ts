import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { engineVersion } from '@perimeter/engine/version';
import type { Http } from '../../http/http.ts';
import {
  completeOperation,
  documentPaths,
  factsOf,
  limitHeaderComponents,
  type OperationFacts,
  securitySchemes,
} from './operations.ts';

/** The component schemas that are referenced, directly or indirectly. */
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

/** A route's pattern in OpenAPI's syntax. */
const pathOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

function completePaths(paths: unknown, facts: ReadonlyMap<string, OperationFacts>): object {
  return Object.fromEntries(
    Object.entries(documentPaths.parse(paths)).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, described]) => {
          const known = facts.get(`${method} ${path}`);
          if (known === undefined) throw new Error(`${method} ${path} is documented but has no route`);
          return [method, completeOperation(method, path, described, known)];
        }),
      ),
    ]),
  );
}

/** Generates the OpenAPI 3.1 document from the schemas that validate requests. */
export async function addOpenapi(http: Http): Promise<void> {
  const facts = new Map<string, OperationFacts>();
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Perimeter',
        description: 'Security audits of domains: start an audit, follow it, read its report.',
        version: engineVersion,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'audit', description: 'Start an audit, follow it, read its report' },
        { name: 'batch', description: 'Audit many domains one after the other' },
        { name: 'domain', description: 'Domains of the account, and how they changed' },
        { name: 'waiver', description: 'Accept risks until a day' },
        { name: 'account', description: 'Create, read and change an account' },
        { name: 'team', description: 'Members of an account, their roles, invitations, and the log' },
        { name: 'administration', description: 'For administrators: accounts and opt-outs' },
        { name: 'session', description: 'Log in and out' },
        { name: 'catalogue', description: 'Catalogue of checks' },
        { name: 'key', description: 'API keys: list, create, rotate, revoke' },
      ],
    },
    transform: (input) => {
      for (const method of [input.route.method].flat()) {
        facts.set(`${method.toLowerCase()} ${pathOf(input.url)}`, factsOf(input.route));
      }
      return jsonSchemaTransform(input);
    },
    transformObject: (document) => {
      const whole = jsonSchemaTransformObject(document);
      const components = Reflect.get(whole, 'components');
      const paths = completePaths(Reflect.get(whole, 'paths'), facts);
      const schemas = usedSchemas({ paths }, components?.schemas ?? {});
      // Relative to the document, so that any path prefix works; the plugin accepts only absolute URLs.
      Reflect.set(whole, 'servers', [{ url: '.' }]);
      Reflect.set(whole, 'paths', paths);
      Reflect.set(whole, 'components', { schemas, headers: limitHeaderComponents, securitySchemes });
      return whole;
    },
  });
}
