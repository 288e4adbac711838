import { fail, inconclusive, informational, notApplicable, pass, failedWhy } from '../../../catalogue/outcome.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { parseMtaStsPolicy } from '@perimeter/protocols/mta-sts/policy';
import { almostClause } from '../../derive/mail/almost-record.ts';
import { mtaStsFaults, mtaStsPolicyFaults } from '../../derive/mail/record-faults.data.ts';
import { isDaneEverywhere } from '../../../evidence/mail-transport/dane.ts';
import { distrustOf, fetchFault, type FetchedPolicy, isServersFault } from '../../../evidence/mail-transport/sts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { stsRecord, stsFetch } from '../../derive/subjects/mta-sts.ts';
import { clause, listed, quotedFault, shorten } from '../../../evidence/words/text.ts';

export const mtastsMissing = checkOf(stsRecord, {
  id: 'mtasts-missing',
  title: 'The domain has an MTA-STS record',
  finding: 'No MTA-STS record',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: ({ texts, almost, transport, domain }) => {
    if (texts.length > 0) return pass('There is an MTA-STS record');
    if (almost.length > 0) return notApplicable('A text resembles a record; mtasts-record-invalid covers it');
    const { name, status, texts: others } = transport.mtaSts.record;
    const draft = {
      description: `Without MTA-STS, an attacker on the path can remove STARTTLS or show any certificate, and senders deliver mail to ${domain} all the same. Expected: "v=STSv1; id=…" and a policy at mta-sts.${domain}.`,
      evidence: [`${name}. TXT: ${status}`, others.map((text) => shorten(text, 200))],
    };
    return isDaneEverywhere(transport)
      ? informational({
          ...draft,
          description: `DANE protects mail of senders that use DNSSEC. MTA-STS would protect that of large providers which do not.`,
        })
      : fail(draft);
  },
});

export const mtastsRecordInvalid = checkOf(stsRecord, {
  id: 'mtasts-record-invalid',
  title: 'The MTA-STS record is valid',
  finding: 'Invalid MTA-STS record',
  weakness: { cvss: 'onPathPartial', cwe: [1286] },
  judge: ({ texts, almost, record }) => {
    if (texts.length + almost.length === 0) return notApplicable('There is no MTA-STS record');
    if (texts.length > 1) return `There are ${texts.length} MTA-STS records, so senders use none. Expected: one.`;
    const problems = record?.problems ?? [];
    const wrong = [
      ...problems.map(({ code, text }) => quotedFault(mtaStsFaults[code], text)),
      ...almost.map((line) => almostClause(line, 'STSv1;')),
    ];
    if (wrong.length === 0) return pass('The record has one valid id');
    if (problems.length === 0 && texts.length === 1)
      return informational({
        description: `Beside the valid record, senders ignore a text: ${listed(wrong)}.`,
        evidence: almost.slice(0, 5).map((line) => shorten(line, 400)),
      });
    return `The record is invalid (${listed(wrong)}), so senders ignore it. Expected: "v=STSv1; id=" with 1 to 32 letters and digits.`;
  },
});

const headLines = (fetched: FetchedPolicy): string[] => {
  const { status, contentType, location, trusted } = fetched;
  return [
    `Status: ${status}`,
    ...(location === null ? [] : [`Location: ${shorten(location, 300)}`]),
    `Content-Type: ${shorten(contentType ?? '(none)', 200)}`,
    `Certificate: ${trusted ? 'trusted for the name' : clause(distrustOf(fetched))}`,
  ];
};

export const mtastsPolicyUnavailable = checkOf(stsFetch, {
  id: 'mtasts-policy-unavailable',
  title: 'Senders can fetch the MTA-STS policy',
  finding: 'MTA-STS policy cannot be fetched',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: ({ domain, transport: { mtaSts } }) => {
    const { fetch } = mtaSts;
    const expected = `so senders have no policy. Expected: status 200 and text/plain from https://mta-sts.${domain}/.well-known/mta-sts.txt, with a trusted certificate.`;
    if (!fetch.known)
      return isServersFault(mtaSts, fetch.failure)
        ? fail({
            description: `The policy server of ${domain} ${mtaSts.again === undefined ? 'cannot be reached' : 'failed in two tries'}, ${expected}`,
            evidence: [failureText(fetch.failure), mtaSts.again === undefined ? null : failureText(mtaSts.again)],
            ...(mtaSts.again !== undefined && { confidence: 'firm' as const }),
          })
        : inconclusive(failedWhy(fetch.failure));
    const fault = fetchFault(fetch.value);
    if (fault === null) return pass('The policy is served correctly');
    return fail({
      description: `mta-sts.${domain} ${shorten(fault, 300)}, ${expected}`,
      evidence: headLines(fetch.value),
    });
  },
});

export const mtastsPolicyInvalid = checkOf(stsFetch, {
  id: 'mtasts-policy-invalid',
  title: 'The MTA-STS policy is valid',
  finding: 'Invalid MTA-STS policy',
  weakness: { cvss: 'onPathPartial', cwe: [1286] },
  judge: ({ transport: { mtaSts } }) => {
    const { fetch } = mtaSts;
    if (!fetch.known)
      return isServersFault(mtaSts, fetch.failure)
        ? notApplicable('The policy cannot be fetched')
        : inconclusive(failedWhy(fetch.failure));
    if (fetchFault(fetch.value) !== null) return notApplicable('Senders do not accept the served policy');
    const { valid, problems } = parseMtaStsPolicy(fetch.value.body);
    const said = listed([...new Set(problems.map(({ code }) => mtaStsPolicyFaults[code]))]);
    const evidence = shorten(fetch.value.body.replaceAll('\r', ''), 2_000);
    if (!valid)
      return fail({
        description: `The policy has ${said}, so senders ignore it. Expected: version, mode, mx and max_age, one field a line.`,
        evidence,
      });
    if (problems.length === 0) return pass('The policy is valid');
    return informational({ description: `The policy has ${said}; senders use the first one.`, evidence });
  },
});
