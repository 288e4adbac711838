import type { ShownOperation } from './document.ts';
import { markup, type Markup, nothing } from './markup.ts';
import { members, typeOf } from './schema.ts';

function credentials({ security, 'x-scope': scope }: ShownOperation): Markup {
  const kinds = security.map((alternative) => Object.keys(alternative)[0] ?? 'none');
  const names: Readonly<Record<string, string>> = { bearer: 'API key', session: 'session', none: 'nothing' };
  const told = kinds.length === 0 ? 'nothing' : kinds.map((kind) => names[kind] ?? kind).join(' or ');
  return markup`<dt>Credentials</dt><dd>${told}${scope === undefined ? nothing : markup`; keys need <code>${scope}</code>`}</dd>`;
}

function limits({ 'x-limit': limit }: ShownOperation): Markup {
  if (limit === undefined) return nothing;
  const quotas = Object.entries(limit.quotas);
  const told =
    new Set(Object.values(limit.quotas)).size === 1
      ? String(quotas[0]?.[1] ?? '')
      : quotas.map(([plan, quota]) => `${quota} ${plan}`).join(', ');
  return markup`<dt>Limit</dt><dd>${told} in ${limit.windowSeconds} seconds</dd>`;
}

function parameters({ parameters: all }: ShownOperation): Markup {
  const rows = all.map(
    ({ name, in: where, required, description, schema }) =>
      markup`<li><code>${name}</code> <span class="type">${typeOf(schema)}</span> <span class="soft">in ${where}${
        required ? '' : ', optional'
      }${description === '' ? '' : `: ${description}`}</span></li>`,
  );
  return rows.length === 0 ? nothing : markup`<h4>Parameters</h4><ul class="members">${rows}</ul>`;
}

function exampleOf(example: unknown): Markup {
  if (example === undefined) return nothing;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return markup`<pre tabindex="0"><code>${text}</code></pre>`;
}

function body({ requestBody }: ShownOperation): Markup {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || content === undefined) return nothing;
  return markup`<h4>Body <span class="soft">${type}</span></h4>${members(content.schema ?? {})}${exampleOf(content.example)}`;
}

function response(
  status: string,
  { description, content, 'x-problem-codes': codes }: ShownOperation['responses'][string],
): Markup {
  if (codes !== undefined) {
    return markup`<tr><th scope="row">${status}</th><td>${codes.map((code) => markup`<code>${code}</code> `)}</td></tr>`;
  }
  const shown = Object.entries(content).map(
    ([type, { schema, example }]) =>
      markup`<span class="soft">${type}</span> <span class="type">${typeOf(schema ?? {})}</span>${exampleOf(example)}`,
  );
  return markup`<tr><th scope="row">${status}</th><td>${shown.length === 0 ? markup`${description}` : shown}</td></tr>`;
}

/** One operation of the document. */
export function operationSection(method: string, path: string, operation: ShownOperation): Markup {
  const rows = Object.entries(operation.responses).map(([status, answer]) => response(status, answer));
  return markup`<section id="${operation.operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p><strong>${operation.summary}.</strong> ${operation.description}</p>
<dl>${credentials(operation)}${limits(operation)}</dl>
${parameters(operation)}${body(operation)}
<h4>Responses</h4><table><tbody>${rows}</tbody></table>
</section>`;
}
