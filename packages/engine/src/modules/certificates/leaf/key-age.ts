import { checkOf } from '../../../catalogue/check-of.ts';
import { informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { HistoryEvidence, RememberedKey } from '../../../evidence/history/schema.ts';
import { type Served, subjectOf, surveyCertificates } from '../../derive/certificates/served.ts';
import { keyText, nameOf } from '../../derive/certificates/certificate-words.ts';
import { showLeaf } from '../../../catalogue/certificate-commands.ts';
import { endpointsOf } from '../../../catalogue/endpoints.ts';
import { iso, secondsPerDay, span } from '../../../evidence/words/time.ts';

/** A key of this age has outlived every certificate issued for it (Baseline Requirements, section 6.3.2: 398 days at most). */
const maxAgeSeconds = 398 * secondsPerDay;

interface Remembered extends Served {
  history: HistoryEvidence;
}

const secondsOf = (epochMs: number): number => Math.floor(epochMs / 1_000);

const keyLine = ({ spkiSha256, firstSeenMs, lastSeenMs }: RememberedKey): string =>
  `SHA-256 of the key ${spkiSha256}: seen from ${iso(secondsOf(firstSeenMs))} to ${iso(secondsOf(lastSeenMs))}`;

/** The previous key of the same kind. */
function keyBefore(
  { leaf: { key }, atSeconds }: Served,
  known: RememberedKey | undefined,
  keys: readonly RememberedKey[],
): RememberedKey | undefined {
  const sinceMs = known?.firstSeenMs ?? atSeconds * 1_000;
  return keys
    .filter((one) => one.algorithm === key.algorithm && one.spkiSha256 !== key.spkiSha256 && one.lastSeenMs < sinceMs)
    .toSorted((a, b) => b.lastSeenMs - a.lastSeenMs)[0];
}

function judgeAge(served: Remembered): Verdict {
  const { leaf, serverName, port, history, atSeconds } = served;
  const keys = history.keys.filter((key) => key.host === serverName && key.port === port);
  const known = keys.find(({ spkiSha256 }) => spkiSha256 === leaf.key.spkiSha256);
  const age = known === undefined ? 0 : atSeconds - secondsOf(known.firstSeenMs);
  if (known !== undefined && age > maxAgeSeconds)
    return informational({
      description: `The ${keyText(leaf)} key of ${nameOf(leaf)} has been in use for at least ${span(age)}, across certificate renewals; expected: a new key with each certificate, or at least every 398 days.`,
      evidence: [
        `Served now: ${nameOf(leaf)}, ${iso(leaf.notBefore)} to ${iso(leaf.notAfter)}`,
        keyLine(known),
        showLeaf(served, '-pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256'),
      ],
    });
  const last = keyBefore(served, known, keys);
  if (last !== undefined) return pass(`The key differs from the one last seen on ${iso(secondsOf(last.lastSeenMs))}`);
  return notApplicable(
    known === undefined
      ? 'No stored audit saw a key of this type here'
      : `The key was first seen ${span(age)} ago, by the first stored audit; its real age is unknown`,
  );
}

const rememberedLeaf = endpointsOf({
  needs: ['certificates', 'tls', 'target', 'history'],
  survey: (evidence) => {
    const survey = surveyCertificates(evidence);
    const { history } = evidence;
    return { ...survey, endpoints: survey.endpoints.map((served): Remembered => ({ ...served, history })) };
  },
  subject: (served) => subjectOf(served),
});

export const certKeyNotRotated = checkOf(rememberedLeaf, {
  id: 'cert-key-not-rotated',
  title: 'Certificate keys are rotated within 398 days',
  finding: 'Certificate key in use for more than 398 days',
  judge: (served) =>
    served.leaf.malformed === null ? judgeAge(served) : notApplicable('The certificate is malformed (separate check)'),
});
