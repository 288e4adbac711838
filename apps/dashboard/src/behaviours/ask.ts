import { isRecord, recordsOf, textOf } from './json.ts';

/** An answer of the API: what it says, or why it refused, in words. */
export type Answer = { ok: true; found: Record<string, unknown> } | { ok: false; why: string };

/** Asks the API from a document. */
export async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  try {
    const reply = await fetch(`${document.documentElement.dataset['base'] ?? ''}/api/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const found: unknown = text === '' ? {} : JSON.parse(text);
    if (!isRecord(found)) return { ok: false, why: 'The service answered something else.' };
    if (reply.ok) return { ok: true, found };
    const mistakes = recordsOf(found['errors']).map(({ message }) => textOf(message));
    const told = mistakes.length > 0 ? mistakes.join('; ') : textOf(found['detail']);
    return { ok: false, why: `${textOf(found['title'])}${told === '' ? '' : `: ${told}`}` };
  } catch {
    return { ok: false, why: 'The service is unreachable.' };
  }
}
