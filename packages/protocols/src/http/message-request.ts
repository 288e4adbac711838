import { ProtocolError } from '../protocol-error.ts';
import { httpToken } from './token.ts';

/** What goes into the head of a request. */
export interface RequestHead {
  method: string;
  /** Origin form, absolute form or "*" (RFC 9112 section 3.2), already percent-encoded. */
  target: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** RFC 9110 section 5.5: visible characters, inner spaces and tabs; obs-text stays out of what we send. */
const fieldValue = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** Writes a request head for HTTP/1.1; throws ProtocolError where a part would break the framing. */
export function writeRequestHead(request: RequestHead): string {
  if (!httpToken.test(request.method)) throw new ProtocolError('method-invalid', 0);
  if (!/^[\x21-\x7e]+$/.test(request.target)) throw new ProtocolError('request-target-not-ascii', 0);
  const bad = request.fields.find(([name, value]) => !httpToken.test(name) || !fieldValue.test(value));
  if (bad !== undefined) throw new ProtocolError('header-field-unwritable', 0, JSON.stringify(bad[0]));
  const lines = request.fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method} ${request.target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
