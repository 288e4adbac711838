import { dayOfMs, mostWaiverDays, type Waiver } from '@perimeter/contract/waiver/waiver';
import { dayMs } from '@perimeter/protocols/durations';

/**
 * A text in double quotes: JSON strings are valid in YAML (YAML 1.2.2 section 7.3.1), except for characters that YAML
 * requires to be escaped (section 5.1).
 */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A domain's waivers as the list `accept` of perimeter.yml; `owner` is used for those that name none. */
export function acceptYaml(
  waivers: readonly Waiver[],
  { domain, owner, nowMs }: { domain: string; owner: string; nowMs: number },
): string {
  // Waivers of earlier versions may end after 366 days, which the command line refuses.
  const last = dayOfMs(nowMs + mostWaiverDays * dayMs);
  const entries = waivers.map((one) => {
    const members = [
      ['check', one.checkId],
      ['fingerprint', one.fingerprint],
      ['host', one.host],
      ['severity', one.severity],
      ['reason', one.reason],
      ['owner', one.owner ?? owner],
    ] as const;
    const lines = members.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${quoted(value)}`]));
    const all = [...lines, `expires: ${one.expires < last ? one.expires : last}`];
    return all.map((line, index) => `  ${index === 0 ? '-' : ' '} ${line}\n`).join('');
  });
  const head = `# Accepted risks of ${domain}. An entry without a host covers every target of its file.\n`;
  return `${head}accept:${entries.length === 0 ? ' []' : ''}\n${entries.join('')}`;
}
