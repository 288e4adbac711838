import { shownSchema, type ShownSchema } from './document.ts';
import { markup, type Markup, nothing } from './markup.ts';

const maxDepth = 4;
const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
const read = (schema: unknown): ShownSchema => shownSchema.safeParse(schema).data ?? {};
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A schema's type in a few words, with a link where it has a name. */
export function typeOf(schema: ShownSchema, depth = 0): Markup {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return markup`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum !== undefined) return markup`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.const !== undefined) return markup`${JSON.stringify(schema.const) ?? ''}`;
  if (depth > maxDepth) return markup`…`;
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((each, n) => markup`${n === 0 ? '' : ' | '}${typeOf(read(each), depth + 1)}`);
    return markup`${all}`;
  }
  if (schema.items !== undefined) return markup`array of ${typeOf(read(schema.items), depth + 1)}`;
  if (schema.properties === undefined && isSchema(schema.additionalProperties)) {
    return markup`object of ${typeOf(read(schema.additionalProperties), depth + 1)}`;
  }
  return markup`${[schema.type ?? 'any'].flat().join(' | ')}`;
}

/** The members that a reader wants to see below a value: its own, or those of what it is a list or one of. */
function inner(schema: ShownSchema): ShownSchema {
  if (schema.items !== undefined) return inner(read(schema.items));
  const [choice] = (schema.anyOf ?? []).map(read).filter(({ properties }) => properties !== undefined);
  return choice ?? schema;
}

function row(name: string, schema: ShownSchema, required: boolean, depth: number): Markup {
  const below = depth < maxDepth ? members(inner(schema), depth + 1) : nothing;
  return markup`<li><code>${name}</code> <span class="type">${typeOf(schema)}</span>${
    required ? nothing : markup` <span class="soft">optional</span>`
  }${schema.description === undefined ? nothing : markup` <span class="soft">${schema.description}</span>`}${below}</li>`;
}

/** A list of an object's members, and of theirs. */
export function members(schema: ShownSchema, depth = 0): Markup {
  if (schema.properties === undefined) return nothing;
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties).map(([name, member]) =>
    row(name, read(member), required.has(name), depth),
  );
  return markup`<ul class="members">${rows}</ul>`;
}
