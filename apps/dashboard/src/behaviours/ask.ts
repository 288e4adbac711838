import { isRecord, recordsOf, textOf } from './json.ts';

/** An answer of the API: what it says, or why it refused, in words, with the members of the body that were wrong. */
export type ApiAnswer =
  | { ok: true; found: Record<string, unknown> }
  | { ok: false; why: string; wrong?: readonly (readonly [member: string, why: string])[] };

/** Asks the API from a document. */
export async function ask(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  try {
    const reply = await fetch(`${document.documentElement.dataset['base'] ?? ''}/api/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const found: unknown = text === '' ? {} : JSON.parse(text);
    if (!isRecord(found)) return { ok: false, why: 'The service answered something else.' };
    if (reply.ok) return { ok: true, found };
    const wrong = recordsOf(found['errors']).map(
      ({ pointer, message }) => [textOf(pointer).slice(1), textOf(message)] as const,
    );
    const told = wrong.length > 0 ? wrong.map(([, why]) => why).join('; ') : textOf(found['detail']);
    return { ok: false, wrong, why: `${textOf(found['title'])}${told === '' ? '' : `: ${told}`}` };
  } catch {
    return { ok: false, why: 'The service is unreachable.' };
  }
}
