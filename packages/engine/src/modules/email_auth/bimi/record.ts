import { isBimi, parseBimi } from '@perimeter/protocols/bimi/record';
import { notApplicable, pass } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { almostClause, almostRecords } from '../../derive/mail/almost-record.ts';
import { bimiFaults } from '../../derive/mail/record-faults.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { mailRecords } from '../../derive/subjects/mail-records.ts';
import { unanswered } from '../../derive/mail/facts.ts';
import { withOddCharacter } from '../../../evidence/words/odd-character.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

const noRecord: Pick<ReturnType<typeof parseBimi>, 'problems' | 'declined'> = { problems: [], declined: false };

/** Informs only: mail programs ignore an invalid record and show no logo, as without one, which is no fault. */
export const bimiInvalid = checkOf(mailRecords, {
  id: 'bimi-invalid',
  at: ({ domain }) => recordsAt(domain, 'TXT', `default._bimi.${domain}`),
  title: 'The BIMI record is valid',
  finding: 'Invalid BIMI record',
  shows: ({ mail: { bimi }, domain }) => [
    [...bimi.texts.filter(isBimi), ...almostRecords(bimi.texts, 'BIMI1', isBimi)].map((record) =>
      shorten(textRecord(bimi.name, record), 1_000),
    ),
    digLine('TXT', `default._bimi.${domain}`),
  ],
  judge: ({ mail: { bimi }, dmarc }) => {
    if (bimi.status === 'failed') return unanswered(bimi);
    const records = bimi.texts.filter(isBimi);
    const almost = almostRecords(bimi.texts, 'BIMI1', isBimi);
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
      ...almost.map((line) => almostClause(line, 'BIMI1')),
    ];
    if (wrong.length > 0)
      return `Mail programs ignore the BIMI record: ${listed(wrong)}. Expected: one record "v=BIMI1; l=https://…; a=https://…".`;
    if (declined) return pass('The domain declines to show a logo');
    const { policies } = dmarc;
    const { testing = false, pct = null } = dmarc.record?.record ?? {};
    if (policies?.domain === 'none' || policies?.subdomains === 'none' || testing || (pct ?? 100) < 100)
      return 'The BIMI record has no effect: mail programs show logos only under DMARC quarantine or reject, for subdomains too, without t=y and without a pct below 100.';
    return pass('The BIMI record is valid');
  },
});
