import type { Section, SectionCell } from '@perimeter/contract/section';
import type { DnsSection } from '@perimeter/contract/observed/observed';
import { filled, state, tableOf } from '../section.ts';
import { dnsMember } from './member.ts';
import type { DnsEvidence } from './schema.ts';

type Answer = DnsSection['answers'][number];

const statusWords: Record<string, string> = {
  answer: 'answered',
  nodata: 'no data',
  nxdomain: 'NXDOMAIN',
  servfail: 'SERVFAIL',
  refused: 'REFUSED',
  failed: 'lookup failed',
};

/** A name with an alias exists even where the target does not. */
const statusText = ({ status, cnames }: Answer): string =>
  status === 'nxdomain' && cnames.length > 0 ? `NXDOMAIN (${cnames.at(-1) ?? ''})` : (statusWords[status] ?? status);

function answerRows(answer: Answer): SectionCell[][] {
  const { name, type, authenticated, security, records, failure } = answer;
  const result = state(failure === null ? 'neutral' : 'fair', statusText(answer));
  const validated = security ?? (authenticated ? 'yes' : 'no');
  if (records.length === 0) return [[name, type, result, validated, null, failure]];
  return records.map((record) => [record.name, record.type, result, validated, record.ttl, record.data]);
}

/** DNS: every answer record by record, and how far DNSSEC could be validated. */
export function dnsSection({ dns }: { dns?: DnsEvidence | undefined }): Section | null {
  if (dns === undefined) return null;
  const { resolvers, dnssec, answers } = dnsMember(dns);
  return {
    id: 'dns',
    title: 'DNS',
    tables: filled(
      tableOf(
        `DNSSEC validation: ${dnssec.status}`,
        [['Step', 'text']],
        dnssec.path.map((step) => [step]),
      ),
      tableOf(
        'DNS records',
        [
          ['Name', 'code'],
          ['Type', 'code'],
          ['Answer', 'status'],
          ['Validated', 'text'],
          ['TTL', 'number'],
          ['Value', 'code'],
        ],
        answers.flatMap(answerRows),
        `Resolver: ${resolvers.join(', ')}.`,
      ),
    ),
    figures: [],
  };
}
