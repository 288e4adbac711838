import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { TextForm } from '@perimeter/protocols/html/markup';
import { textFormOf } from '@perimeter/protocols/html/text-form';
import type { HttpResponse } from './schema.ts';

/** How browsers read the text of a response. */
export const formOf = ({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): TextForm =>
  textFormOf(body.text ?? '', parseContentType(headers).value, body.byteOrderMark);
