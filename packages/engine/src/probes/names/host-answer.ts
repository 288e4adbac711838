import { pageOf } from '@perimeter/protocols/html/page';
import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { formOf } from '../../evidence/http/text-form.ts';
import { wallOf } from '../../evidence/http/wall.ts';
import type { HostAnswer } from '../../evidence/names/schema.ts';
import { type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { Exchanged } from '../../net/http/exchanged.ts';

const maxTitle = 120;
const maxSoftware = 100;

function locationOf(text: string | undefined, base: string): string | null {
  if (text === undefined || !URL.canParse(text, base)) return null;
  const { origin, pathname } = new URL(text, base);
  return `${origin}${pathname}`.slice(0, 300);
}

/** The parts of an answer that identify the host's owner and content. */
export function hostAnswerOf({ facts: { url, result } }: Exchanged, domain: string): Observed<HostAnswer> {
  if (!result.ok) return unobserved(result.failure);
  const { response } = result;
  const text = response.body.text ?? '';
  const page = pageOf(text, formOf(response));
  const lines = ['Server', 'X-Powered-By'].flatMap((name) => headerValues(response.headers, name));
  return seen({
    status: response.status,
    title: page.title?.slice(0, maxTitle) ?? null,
    location: locationOf(headerValues(response.headers, 'Location')[0], url),
    wall: wallOf(response)?.kind ?? null,
    software: lines.slice(0, 4).map((line) => line.slice(0, maxSoftware)),
    passwordField: page.passwordFields > 0,
    namesDomain: `${response.rawHead}\n${text}`.toLowerCase().includes(domain),
  });
}
