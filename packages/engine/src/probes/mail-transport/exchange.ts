import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { exchangesOf, failureIn, hasFailed, statusOf } from '../../evidence/mail-auth/read-answer.ts';
import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { askBelieved, askValidated } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';

type MailExchange = MailTransportEvidence['mx'];

function sourceWithoutMx(addresses: readonly DnsAnswer[]): MailExchange['source'] {
  if (addresses.some(({ status }) => status === 'answer')) return 'implicit';
  return addresses.some(({ status }) => hasFailed(status)) ? 'unknown' : 'none';
}

function sourceOf(
  records: MailExchange['records'],
  status: MailExchange['status'],
  addresses: readonly DnsAnswer[],
): MailExchange['source'] {
  if (records.some(({ host }) => host !== '')) return 'mx';
  if (records.length > 0) return 'null';
  return status === 'failed' ? 'unknown' : sourceWithoutMx(addresses);
}

/** Mail routing of the domain. */
export async function askExchange(context: ProbeContext, domain: string): Promise<MailExchange> {
  const [mx, { security, reason }, ...addresses] = await Promise.all([
    askValidated(context, domain, 'MX'),
    askBelieved(context, domain, 'MX').then(({ effective }) => effective),
    askValidated(context, domain, 'A'),
    askValidated(context, domain, 'AAAA'),
  ]);
  const status = statusOf(mx);
  const records = exchangesOf(mx);
  return { status, source: sourceOf(records, status, addresses), security, reason, records, ...failureIn(mx) };
}

/** Names of mail hosts, each once, in order of preference. */
export function hostsOf({ source, records }: MailExchange, domain: string): { name: string; preference: number }[] {
  if (source === 'implicit') return [{ name: domain, preference: 0 }];
  const seen = new Set<string>();
  return records.flatMap(({ host, preference }) => {
    const name = host.toLowerCase();
    if (name === '' || seen.has(name)) return [];
    seen.add(name);
    return [{ name, preference }];
  });
}
