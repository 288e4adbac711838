import type { ApiOperation, ApiParameter } from '../../lib/api-document.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const filled = (path: string, parameters: readonly ApiParameter[]): string =>
  path.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return typeof example === 'string' ? example : whole;
  });

/** What stands in the address of a request behind its path: the parameters that have an example or no default. */
function queryOf(parameters: readonly ApiParameter[]): string {
  const query = new URLSearchParams();
  for (const { name, in: where, example } of parameters) {
    if (where === 'query' && (typeof example === 'string' || typeof example === 'number'))
      query.set(name, `${example}`);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Whether an API key opens an operation, or nothing is needed. */
export const keyOf = ({ security }: ApiOperation): 'key' | 'none' | 'session' => {
  if (security.some((alternative) => 'bearer' in alternative)) return 'key';
  return security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0)
    ? 'none'
    : 'session';
};

/** An operation as a curl command for the reader's service; null for what browsers alone can do, with a session. */
export function commandFor(service: string, method: string, path: string, operation: ApiOperation): string[] | null {
  const access = keyOf(operation);
  if (access === 'session') return null;
  const [[type, body] = []] = Object.entries(operation.requestBody?.content ?? {});
  const address = `${service}${filled(path, operation.parameters)}${queryOf(operation.parameters)}`;
  const parts = [
    `curl -sS ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(address)}`,
    ...(access === 'key' ? ['-H "Authorization: Bearer $PERIMETER_API_KEY"'] : []),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(type === 'application/json' ? [`-d ${quoted(JSON.stringify(body?.example ?? {}))}`] : []),
    ...(type === undefined || type === 'application/json' ? [] : ['--data-binary @report.pdf']),
  ];
  return parts.map((part, index) => `${index === 0 ? '' : '  '}${part}${index === parts.length - 1 ? '' : ' \\'}`);
}
