import type { ReactElement } from 'react';
import type { ApiSchema } from '../../lib/api-document.ts';

const maxDepth = 4;
const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** A schema's type in a few words, with a link where it has a name. */
export function TypeOf({ schema, depth = 0 }: { schema: ApiSchema; depth?: number }): ReactElement {
  const { $ref, enum: values, const: only, anyOf, items, properties, additionalProperties, type } = schema;
  if ($ref !== undefined) return <a href={`#schema-${nameOf($ref)}`}>{nameOf($ref)}</a>;
  if (values !== undefined) return <>{values.map((value) => JSON.stringify(value)).join(' | ')}</>;
  if (only !== undefined) return <>{JSON.stringify(only)}</>;
  if (depth > maxDepth) return <>…</>;
  if (anyOf !== undefined) {
    return (
      <>
        {anyOf.map((choice, index) => (
          <span key={index}>
            {index === 0 ? '' : ' | '}
            <TypeOf schema={choice} depth={depth + 1} />
          </span>
        ))}
      </>
    );
  }
  const [words, inner] =
    items !== undefined
      ? ['array of ', items]
      : properties === undefined && typeof additionalProperties === 'object'
        ? ['object of ', additionalProperties]
        : [[type ?? 'any'].flat().join(' | '), null];
  return (
    <>
      {words}
      {inner === null ? null : <TypeOf schema={inner} depth={depth + 1} />}
    </>
  );
}

/** The schema whose members are shown below a value: that of a list's items, the alternative that has members, or its own. */
function inner(schema: ApiSchema): ApiSchema {
  if (schema.items !== undefined) return inner(schema.items);
  return (schema.anyOf ?? []).find(({ properties }) => properties !== undefined) ?? schema;
}

/** A list of an object's members, and of theirs. */
export function Members({ schema, depth = 0 }: { schema: ApiSchema; depth?: number }): ReactElement | null {
  const { properties, required = [] } = inner(schema);
  if (properties === undefined) return null;
  return (
    <ul className="members">
      {Object.entries(properties).map(([name, member]) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span className="type">
            <TypeOf schema={member} />
          </span>
          {required.includes(name) ? null : <span className="quiet"> optional</span>}
          {member.description === undefined ? null : <span className="quiet">: {member.description}</span>}
          {depth < maxDepth ? <Members schema={member} depth={depth + 1} /> : null}
        </li>
      ))}
    </ul>
  );
}
