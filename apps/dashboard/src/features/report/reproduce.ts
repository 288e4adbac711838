import type { Finding } from '@perimeter/contract/finding';
import { evidenceLines } from '@perimeter/report/evidence-lines';

const words = String.raw`(?: [A-Za-z0-9._:@%+,/[\]=-]+)+`;
const address = String.raw`[A-Za-z0-9.:[\]-]+`;

// Evidence quotes what targets send, so a line of it is offered as a command only if it can be no other than one of ours:
// one of these shapes, of letters that no shell reads as anything else, which writes no file and runs nothing that it gets.
const shapes: readonly RegExp[] = [
  String.raw`openssl s_client${words}(?: </dev/null)?(?: 2>/dev/null)?(?: \| openssl x509(?: -?[a-z0-9]+)*)?`,
  String.raw`(?:nmap|testssl|testssl\.sh|dig)${words}`,
  String.raw`PYTHONPATH=\. python3 scripts/[a-z0-9._-]+${words}`,
  String.raw`curl -sk -o /dev/null -D -(?: -I)?(?: --resolve ${address})? https?://${address}(?:/[A-Za-z0-9._~/%-]*)?`,
  String.raw`python3 -c "import socket; s = socket\.create_connection\(\('${address}', \d+\), 9\); s\.sendall\(bytes\.fromhex\('[0-9a-f]+'\)\); print\(s\.recv\(256\)\.hex\(' '\)\)"`,
].map((shape) => new RegExp(`^${shape}$`, 'u'));

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
  if (shapes.some((shape) => shape.test(given))) return { lines: lines.slice(0, -1), command: given };
  const isWeb = category === 'http_security' && plainUrl.test(affectedUrl);
  return { lines, command: isWeb ? `curl -sS -o /dev/null -D - ${affectedUrl}` : null };
}
