import type { Finding } from '@perimeter/contract/finding';

/** An HTTP exchange quoted in evidence. */
export interface WebExchange {
  method: string;
  url: string;
  /** The HTTP version, such as 1.1. */
  version: string;
  statusCode: number;
  reasonPhrase: string;
  /** Names and non-empty values, in the order received. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** The parts of a finding that quote an exchange. */
type Quoted = Pick<Finding, 'evidence' | 'affectedUrl'>;

// Evidence begins with the status line; in older reports the request comes first.
const STATUS =
  /^(?:(?<method>[A-Z]+) (?<url>\S+) → )?HTTP\/(?<version>\d(?:\.\d)?) (?<code>\d{3})(?: (?<reason>.*))?$/u;
// field-line (RFC 9112 section 5) with a token for its name (RFC 9110 section 5.6.2).
const FIELD = /^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>.*)$/u;

/** The first exchange in the evidence of a web finding, else null; the affected URL is the requested one. */
export function webExchange({ evidence, affectedUrl }: Quoted): WebExchange | null {
  const [first = '', ...rest] = evidence.split(/\r?\n/u);
  const found = STATUS.exec(first)?.groups;
  if (found === undefined) return null;
  const fields = rest.map((line) => FIELD.exec(line)?.groups);
  // The command that reproduces the finding comes after the head.
  const end = rest.findIndex((line, index) => fields[index] === undefined || line.startsWith('Reproduce: '));
  const headers = (end === -1 ? fields : fields.slice(0, end)).flatMap((field) =>
    field?.['value'] === undefined || field['value'].trim() === ''
      ? []
      : [[field['name'] ?? '', field['value'].trim()] as const],
  );
  const { method = 'GET', url = affectedUrl, version = '', code = '', reason = '' } = found;
  return { method, url, version, statusCode: Number(code), reasonPhrase: reason, headers };
}
