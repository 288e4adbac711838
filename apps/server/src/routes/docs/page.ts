import type { ShownDocument, ShownOperation } from './document.ts';
import { markup, type Markup } from './markup.ts';
import { operationSection } from './operation.ts';
import { members, typeOf } from './schema.ts';
import { style } from './style.data.ts';

interface Listed {
  method: string;
  path: string;
  operation: ShownOperation;
}

const operationsOf = ({ paths }: ShownDocument): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const link = ({ method, path, operation }: Listed): Markup =>
  markup`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${path}</a></li>`;

const schemaSection = ([name, schema]: readonly [string, ShownDocument['components']['schemas'][string]]): Markup =>
  markup`<section id="schema-${name}"><h3><code>${name}</code> <span class="type">${typeOf(schema)}</span></h3>${members(schema)}</section>`;

/** The whole page: every operation by its first tag, then every schema that has a name. */
export function docsPage(document: ShownDocument): string {
  const all = operationsOf(document);
  const groups = document.tags
    .map((tag) => ({ ...tag, listed: all.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter(({ listed }) => listed.length > 0);
  const nav = groups.map(({ name, listed }) => markup`<h2>${name}</h2><ul>${listed.map(link)}</ul>`);
  const sections = groups.map(
    ({ name, description, listed }) =>
      markup`<h2>${name}</h2><p class="soft">${description}</p>${listed.map(({ method, path, operation }) => operationSection(method, path, operation))}`,
  );
  const schemas = Object.entries(document.components.schemas).map(schemaSection);
  const { title, version, description } = document.info;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<style>${{ html: style }}</style>
</head>
<body>
<nav aria-label="Operations">${nav}<h2>Schemas</h2><ul>${Object.keys(document.components.schemas).map((name) => markup`<li><a href="#schema-${name}">${name}</a></li>`)}</ul></nav>
<main>
<h1>${title} API <span class="soft">${version}</span></h1>
<p>${description} Also available as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${sections}
<h2>Schemas</h2>
${schemas}
</main>
</body>
</html>
`.html;
}
