import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { speaks } from '../../client/answer.ts';
import { curiousExtensions } from '../../client/hello/hello.ts';
import { firstLegacy } from '../first-handshakes.ts';
import type { HelloAnswer, NegotiatedVersion } from '../negotiated.ts';
import { type ScanSession, untilDone } from '../scan-session.ts';

const offersEverything = ({ echoes: { offer } }: HelloAnswer): boolean =>
  curiousExtensions('TLSv1.2').every(({ type }) => offer.extensions.has(type)) && offer.compressionMethods.length > 1;

/**
 * The answer for extension facts: the first one or, if its hello offered fewer, one to a hello with all extensions and
 * the chosen suite. Servers that answer no extensions leave those facts open.
 */
export async function tellingAnswer(session: ScanSession, { version, first }: NegotiatedVersion): Promise<HelloAnswer> {
  const { client } = session;
  if (version === 'SSLv3' || client.style.isBare || offersEverything(first)) return first;
  const spec = { ...firstLegacy(version), suites: [first.hello.suite], protocols: first.echoes.offer.protocols };
  const answer = await client.ask(spec, { enough: untilDone });
  return answer.kind === 'hello' && speaks(answer, wireVersions[version]) ? answer : first;
}
