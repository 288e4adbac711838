import { ProtocolError } from '../protocol-error.ts';
import { canonicalName } from './name.ts';
import { parseRdata } from './rdata.ts';
import { internetClass, type ResourceRecord } from './record.ts';
import { typeCode } from './types.ts';

/** Joins lines that stand inside one pair of parentheses, and drops comments and directives (RFC 1035 section 5.1). */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    const bare = line.replace(/("(?:[^"\\]|\\.)*"|\\.)|;.*/g, '$1').trimEnd();
    open += open === '' ? bare : ` ${bare}`;
    const unquoted = open.replace(/"(?:[^"\\]|\\.)*"/g, '');
    if ((unquoted.match(/\(/g) ?? []).length > (unquoted.match(/\)/g) ?? []).length) continue;
    if (open.trim() !== '' && !open.startsWith('$')) lines.push(open);
    open = '';
  }
  if (open !== '') throw new ProtocolError('parenthesis-open', text.length);
  return lines;
}

/**
 * Reads records from zone-file text: one a line with an absolute owner, then TTL and class in either order or
 * not at all (TTL 0 then), type and RDATA. No $ORIGIN, no relative names. Throws ProtocolError.
 */
export function parseRecords(text: string): ResourceRecord[] {
  return logicalLines(text).map((line) => {
    const [, owner = '', type = '', data = ''] =
      /^(\S+)(?:\s+(?:\d{1,10}|IN)){0,2}\s+([A-Z][A-Z0-9]*)\s+(.*)$/i.exec(line) ?? [];
    if (owner === '' || type.toUpperCase() === 'IN') throw new ProtocolError('not-a-record', 0);
    const ttl = Number(/^\S+\s+(?:IN\s+)?(\d{1,10})\s/i.exec(line)?.[1] ?? 0);
    const code = typeCode(type);
    return { name: canonicalName(owner), type: code, class: internetClass, ttl, rdata: parseRdata(code, data) };
  });
}
