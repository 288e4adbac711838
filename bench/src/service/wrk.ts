import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A run of the load generator. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of answers with status 400 or above. */
  refused: number;
  /** Number of connections that failed, broke or timed out. */
  broken: number;
}

/** The requests: the i-th uses the i-th path and header set, cyclically. */
export interface Requests {
  method?: string;
  body?: string;
  paths: readonly string[];
  headers?: readonly Readonly<Record<string, string>>[];
}

const luaText = (text: string): string => JSON.stringify(text);
const luaTable = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`)
    .join(',')}}`;

// Formats requests once, so that the generator's work per request is a table lookup.
function script({ method = 'GET', body, paths, headers = [{}] }: Requests): string {
  return `
local paths = {${paths.map(luaText).join(',')}}
local headers = {${headers.map(luaTable).join(',')}}
local requests, n = {}, 0
init = function()
  for i = 1, math.max(#paths, #headers) do
    requests[i] = wrk.format(${luaText(method)}, paths[(i - 1) % #paths + 1], headers[(i - 1) % #headers + 1], ${body === undefined ? 'nil' : luaText(body)})
  end
end
request = function()
  n = n % #requests + 1
  return requests[n]
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"us":%d,"p50":%d,"p99":%d,"broken":%d,"failed":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.timeout, e.status))
end
`;
}

const numberOf = (value: unknown, key: string): number => Number(Reflect.get(Object(value), key));

/** Loads a server from one thread, with one request at a time per connection. */
export async function load(url: string, requests: Requests, connections: number, seconds: number): Promise<Load> {
  const directory = await mkdtemp(path.join(tmpdir(), 'perimeter-wrk-'));
  const lua = path.join(directory, 'requests.lua');
  try {
    await writeFile(lua, script(requests));
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', lua, url];
    const { stdout } = await run('wrk', args, { maxBuffer: 1 << 24 });
    const result: unknown = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? 'null');
    const count = numberOf(result, 'requests');
    return {
      perSecond: count / (numberOf(result, 'us') / 1e6),
      p50Ms: numberOf(result, 'p50') / 1e3,
      p99Ms: numberOf(result, 'p99') / 1e3,
      refused: numberOf(result, 'failed'),
      broken: numberOf(result, 'broken'),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
