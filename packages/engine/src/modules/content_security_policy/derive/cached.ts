import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import type { HttpResponse } from '../../../evidence/http/schema.ts';

/** Whether a shared cache may store the response (RFC 9111 sections 5.2.2.4 to 5.2.2.7). */
export const mayBeStored = ({ headers }: HttpResponse): boolean =>
  !/(?:^|,)\s*(?:no-store|no-cache|private|max-age=0)\b/i.test(combinedValue(headers, 'Cache-Control') ?? '');
