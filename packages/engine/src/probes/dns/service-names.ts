import { readServiceRecord } from '@perimeter/protocols/dns/services/record';
import { readEchConfigList } from '@perimeter/protocols/tls/ech-config';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { mostServiceAliases, serviceAliasOf } from '../../evidence/dns/service-aliases.ts';
import type { ProbeContext } from '../probe.ts';

/** Most names looked up for the records of a domain, and for those of each further alias: an honest one refers to one or two. */
const [maxNames, maxFurther] = [4, 2];

/** The names in one HTTPS record: its target, and the ECH public names. */
export function namesBehind(data: string): string[] {
  const alias = serviceAliasOf(data);
  if (alias !== null) return [alias];
  const record = readServiceRecord(data);
  if (record === null) return [];
  const ech = record.ech === null ? null : readEchConfigList(record.ech);
  const publicNames = ech?.ok === true ? ech.configs.map(({ publicName }) => publicName) : [];
  return [...(record.target === '.' ? [] : [record.target]), ...publicNames];
}

/** The questions that follow from HTTPS records: addresses of their names, and HTTPS records of alias targets. */
function questionsBehind(answers: readonly DnsAnswer[], most: number): { name: string; type: string }[] {
  const data = answers.flatMap(({ records }) => records.flatMap((one) => (one.type === 'HTTPS' ? [one.data] : [])));
  const aliased = new Set(data.map(serviceAliasOf));
  const names = [...new Set(data.flatMap(namesBehind))].slice(0, most);
  return names.flatMap((name) =>
    ['A', 'AAAA', ...(aliased.has(name) ? ['HTTPS'] : [])].map((type) => ({ name, type })),
  );
}

/** Addresses of the names in HTTPS records, and HTTPS records of alias targets, which may be aliases again. */
export async function answersBehindServices(
  { resolver, signal }: Pick<ProbeContext, 'resolver' | 'signal'>,
  answers: readonly DnsAnswer[],
): Promise<{ serviceAnswers?: DnsAnswer[] }> {
  const asked = new Set(answers.map(({ name, type }) => `${name} ${type}`));
  const serviceAnswers: DnsAnswer[] = [];
  let last = answers;
  for (let hop = 0; hop < mostServiceAliases && last.length > 0; hop++) {
    const questions = questionsBehind(last, hop === 0 ? maxNames : maxFurther).filter(
      ({ name, type }) => !asked.has(`${name} ${type}`),
    );
    for (const { name, type } of questions) asked.add(`${name} ${type}`);
    last = await Promise.all(questions.map(async ({ name, type }) => resolver.query(name, type, { signal })));
    serviceAnswers.push(...last);
  }
  return serviceAnswers.length === 0 ? {} : { serviceAnswers };
}
