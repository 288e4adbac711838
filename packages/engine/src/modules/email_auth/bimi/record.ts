import { isBimi, parseBimi } from '@perimeter/protocols/bimi/record';
import { notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { mailCheck, unanswered } from '../../derive/mail/checks.ts';
import { bimiFaults } from '../../derive/mail/record-faults.data.ts';
import { withOddCharacter } from '../../derive/words/odd-character.ts';
import { listed, shorten } from '../../derive/words/text.ts';

/** Close to the version, but nothing that mail programs read as a record. */
const isAlmostBimi = (text: string): boolean => !isBimi(text) && /^\s*"?\s*v\s*=\s*bimi/iu.test(text);

const noRecord: Pick<ReturnType<typeof parseBimi>, 'problems' | 'declined'> = { problems: [], declined: false };

/** A note: a record that mail programs ignore shows no logo, as none does, and that is no fault. */
export const bimiInvalid = mailCheck({
  id: 'bimi-invalid',
  at: ({ domain }) => recordsAt(domain, 'TXT', `default._bimi.${domain}`),
  title: 'The BIMI record is valid',
  finding: 'Invalid BIMI record',
  shows: ({ mail: { bimi }, domain }) => [
    [...bimi.texts.filter(isBimi), ...bimi.texts.filter(isAlmostBimi)].map((record) =>
      shorten(textRecord(bimi.name, record), 1_000),
    ),
    digLine('TXT', `default._bimi.${domain}`),
  ],
  judge: ({ mail: { bimi }, dmarc }) => {
    if (bimi.status === 'failed') return unanswered(bimi);
    const records = bimi.texts.filter(isBimi);
    const almost = bimi.texts.filter(isAlmostBimi);
    const [text] = records;
    if (text === undefined && almost.length === 0) return notApplicable('There is no BIMI record');
    const { problems, declined } = text === undefined ? noRecord : parseBimi(text);
    const wrong = [
      ...(records.length > 1 ? [`there are ${records.length} records`] : []),
      ...problems.map(({ code, text: part }) =>
        code === 'logo-missing'
          ? bimiFaults[code]
          : `"${shorten(part, 80)}" ${bimiFaults[code]}${withOddCharacter(part)}`,
      ),
      ...almost.map((line) => `"${shorten(line, 60)}" does not begin with v=BIMI1${withOddCharacter(line)}`),
    ];
    if (wrong.length > 0)
      return `Mail programs ignore the BIMI record: ${listed(wrong)}. Expected: one record "v=BIMI1; l=https://…; a=https://…".`;
    if (declined) return pass('The domain declines to show a logo');
    const { policies } = dmarc;
    if (policies?.domain === 'none' || policies?.subdomains === 'none' || dmarc.record?.record.testing === true)
      return 'The BIMI record has no effect: mail programs show logos only under DMARC quarantine or reject, for subdomains too and without t=y.';
    return pass('The BIMI record is valid');
  },
});
