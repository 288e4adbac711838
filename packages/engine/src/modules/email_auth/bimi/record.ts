import { isBimi, parseBimi } from '@perimeter/protocols/bimi/record';
import { informational, notApplicable, pass, proof } from '../../../catalogue/outcome.ts';
import { digLine, recordsAt, textRecord } from '../../../catalogue/dig.ts';
import { mailCheck, unanswered } from '../../derive/mail/checks.ts';
import { bimiFaults } from '../../derive/mail/record-faults.data.ts';
import { listed, shorten } from '../../derive/words/text.ts';

/** A note: a record that mail programs ignore shows no logo, as none does, and that is no fault. */
export const bimiInvalid = mailCheck({
  id: 'bimi-invalid',
  at: ({ domain }) => recordsAt(domain, 'TXT', `default._bimi.${domain}`),
  title: 'The BIMI record is valid',
  finding: 'Invalid BIMI record',
  judge: ({ mail, domain, dmarc }) => {
    const { bimi } = mail;
    if (bimi.status === 'failed') return unanswered(bimi);
    const records = bimi.texts.filter(isBimi);
    const [text] = records;
    if (text === undefined) return notApplicable('There is no BIMI record');
    const evidence = proof(
      records.map((record) => shorten(textRecord(bimi.name, record), 1_000)),
      digLine('TXT', `default._bimi.${domain}`),
    );
    const { problems, declined } = parseBimi(text);
    const wrong = [
      ...(records.length > 1 ? [`there are ${records.length} records`] : []),
      ...problems.map(({ code, text: part }) =>
        code === 'logo-missing' ? bimiFaults[code] : `"${shorten(part, 80)}" ${bimiFaults[code]}`,
      ),
    ];
    if (wrong.length > 0)
      return informational({
        description: `Mail programs ignore the BIMI record: ${listed(wrong)}. Expected: one record "v=BIMI1; l=https://…; a=https://…".`,
        evidence,
      });
    if (declined) return pass('The domain declines to show a logo');
    const { policies } = dmarc;
    if (policies?.domain === 'none' || policies?.subdomains === 'none' || dmarc.record?.record.testing === true)
      return informational({
        description:
          'The BIMI record has no effect: mail programs show logos only under DMARC quarantine or reject, for subdomains too and without t=y.',
        evidence,
      });
    return pass('The BIMI record is valid');
  },
});
