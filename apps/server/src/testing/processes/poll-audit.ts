import { auditState, type AuditState } from '@perimeter/contract/audit';

/** Polls an audit until its state meets a condition. */
export async function until(url: string, id: string, arrived: (state: AuditState) => boolean): Promise<AuditState> {
  for (let headers = {}; ;) {
    const answer = await fetch(`${url}/api/audit/${id}`, { headers });
    const state = answer.status === 304 ? null : auditState.parse(await answer.json());
    if (state !== null && arrived(state)) return state;
    headers = { prefer: 'wait=20', 'if-none-match': answer.headers.get('etag') ?? '' };
  }
}
