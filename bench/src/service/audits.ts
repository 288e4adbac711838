import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';

/** Header fields of the n-th caller: its own address (RFC 2544's range), reported by a trusted proxy. */
export const caller = (n: number): Record<string, string> => ({
  'x-forwarded-for': `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`,
});

/** Starts an audit; returns its id. Throws if the answer is not 202. */
export async function startAudit(
  url: string,
  domain: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(`${url}/api/audit/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ domain }),
  });
  if (answer.status !== 202) throw new Error(`Start answered ${answer.status}: ${await answer.text()}`);
  return auditStarted.parse(await answer.json()).id;
}

/** The state of an audit, by a long poll of this many seconds. */
export async function stateOf(
  url: string,
  id: string,
  headers: Readonly<Record<string, string>>,
  waitSeconds = 0,
): Promise<AuditState> {
  const answer = await fetch(`${url}/api/audit/${id}`, { headers: { prefer: `wait=${waitSeconds}`, ...headers } });
  if (answer.status !== 200) throw new Error(`The status answered ${answer.status}: ${await answer.text()}`);
  return auditState.parse(await answer.json());
}
