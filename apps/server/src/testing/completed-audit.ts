import { auditStarted } from '@perimeter/contract/audit';
import { type Verification, verification } from '@perimeter/contract/verification';
import { z } from 'zod';
import type { Service } from '../process/parts.ts';
import type { Browser } from './people.ts';

/** Audits a domain; returns the id once the audit has ended. */
export async function completedAudit(holder: Browser, domain: string): Promise<string> {
  const { id } = auditStarted.parse((await holder.send('POST', '/api/audit/start', { domain })).json());
  for (;;) {
    const answer = await holder.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' });
    if (z.object({ status: z.string() }).parse(answer.json()).status === 'completed') return id;
  }
}

/** The service's verification of a file. */
export async function verifyAt(
  { http }: Pick<Service, 'http'>,
  payload: Buffer,
  type = 'application/pdf',
): Promise<Verification> {
  const answer = await http.inject({
    method: 'POST',
    url: '/api/verify',
    payload,
    headers: { 'content-type': type },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return verification.parse(answer.json());
}
