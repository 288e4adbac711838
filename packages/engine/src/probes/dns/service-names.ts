import { readServiceMode } from '@perimeter/protocols/dns/service-mode';
import { readServiceRecord } from '@perimeter/protocols/dns/services/record';
import { readEchConfigList } from '@perimeter/protocols/tls/ech-config';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { ProbeContext } from '../probe.ts';

/** Most names looked up for one domain: an honest one refers to one or two. */
const maxNames = 4;

/** The target of an AliasMode record (RFC 9460 section 2.4.2); null for other records and the root. */
function aliasTarget(data: string): string | null {
  const read = readServiceMode(data);
  return read.mode === 'alias' && read.target !== '.' ? read.target.replace(/\.$/, '') : null;
}

/** The names in one HTTPS record: its target, and the ECH public names. */
export function namesBehind(data: string): string[] {
  const alias = aliasTarget(data);
  if (alias !== null) return [alias];
  const record = readServiceRecord(data);
  if (record === null) return [];
  const ech = record.ech === null ? null : readEchConfigList(record.ech);
  const publicNames = ech?.ok === true ? ech.configs.map(({ publicName }) => publicName) : [];
  return [...(record.target === '.' ? [] : [record.target]), ...publicNames];
}

/** Addresses of the names in HTTPS records, and HTTPS records of alias targets. */
export async function answersBehindServices(
  { resolver, signal }: Pick<ProbeContext, 'resolver' | 'signal'>,
  answers: readonly DnsAnswer[],
): Promise<{ serviceAnswers?: DnsAnswer[] }> {
  const asked = new Set(answers.map(({ name, type }) => `${name} ${type}`));
  const records = answers.flatMap((answer) => answer.records.filter(({ type }) => type === 'HTTPS'));
  const names = [...new Set(records.flatMap(({ data }) => namesBehind(data)))].slice(0, maxNames);
  const aliased = new Set(records.map(({ data }) => aliasTarget(data)));
  // An alias continues with its target's HTTPS records, which may lead elsewhere.
  const questions = names
    .flatMap((name) => ['A', 'AAAA', ...(aliased.has(name) ? ['HTTPS'] : [])].map((type) => ({ name, type })))
    .filter(({ name, type }) => !asked.has(`${name} ${type}`));
  if (questions.length === 0) return {};
  return {
    serviceAnswers: await Promise.all(questions.map(async ({ name, type }) => resolver.query(name, type, { signal }))),
  };
}
