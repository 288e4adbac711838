import type { Finding } from '@perimeter/contract/finding';
import { evidenceLines } from '@perimeter/report/evidence-lines';

// Evidence quotes what targets send, so a line of it is offered as a command only if it can be no other than one of ours:
// a known tool, letters that no shell reads as anything else, and the one pipe that our own commands end with.
const command =
  /^(?:openssl s_client|nmap|testssl\.sh|dig|PYTHONPATH=\. python3 scripts\/[a-z0-9._-]+)(?: [A-Za-z0-9._:@%+,/[\]=-]+)+(?: <\/dev\/null)?(?: 2>\/dev\/null)?(?: \| openssl x509(?: -[a-z0-9]+)*)?$/u;
const mark = 'Reproduce: ';
const plainUrl = /^https?:\/\/[A-Za-z0-9._:[\]-]+(?:\/[A-Za-z0-9._~/%-]*)?$/u;

/** What a finding saw, and the command that shows it again. */
export interface Proof {
  lines: readonly string[];
  command: string | null;
}

/** The evidence of a finding as lines, apart from the command that ends it; web findings get one from their URL. */
export function proofOf({
  evidence,
  affectedUrl,
  category,
}: Pick<Finding, 'evidence' | 'affectedUrl' | 'category'>): Proof {
  const lines = evidenceLines(evidence);
  const last = lines.at(-1) ?? '';
  const given = last.startsWith(mark) ? last.slice(mark.length) : '';
  if (command.test(given)) return { lines: lines.slice(0, -1), command: given };
  const isWeb = category === 'http_security' && plainUrl.test(affectedUrl);
  return { lines, command: isWeb ? `curl -sS -o /dev/null -D - ${affectedUrl}` : null };
}
