import { combinedValue, headerLines, listedValues } from '@perimeter/protocols/http/headers/header-list';
import { reportGroups, undefinedReportGroups } from '@perimeter/protocols/http/policies/report-groups';
import { parseReportingEndpoints, parseReportTo } from '@perimeter/protocols/http/policies/reporting';
import { informational, informWhere, notApplicable, pass } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { powerfulHeaders } from './header-effects.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument } from '../../derive/subjects/answers.ts';
import { quoteHeaders, quoteLines } from '../../../evidence/http/quote.ts';

const reportingHeaders = ['Reporting-Endpoints', 'Report-To', 'NEL'] as const;

/** Whether reports can be sent there: an absolute or relative https URL (Reporting API, "process reporting endpoints"). */
const isUsable = (url: string, base: string): boolean =>
  URL.canParse(url, base) && new URL(url, base).protocol === 'https:';

function reportingRemarks(document: Answer): string[] {
  const { headers, exchange } = document;
  const [current, old] = [parseReportingEndpoints(headers), parseReportTo(headers)];
  const urls = [...current.value, ...old.value].flatMap((endpoint) => [...endpoint.urls]);
  const remarks = [...current.problems, ...old.problems];
  if (combinedValue(headers, 'Report-To') !== null && combinedValue(headers, 'Reporting-Endpoints') === null) {
    remarks.push('Only Report-To is sent, which browsers use only for network errors');
  }
  if (combinedValue(headers, 'NEL') !== null && combinedValue(headers, 'Report-To') === null) {
    remarks.push('NEL is sent without a Report-To header for its group');
  }
  for (const { header, group } of undefinedReportGroups(headers))
    remarks.push(`${header} reports to "${group}", which no header defines`);
  const unusable = urls.filter((url) => !isUsable(url, exchange.url));
  if (unusable.length > 0) remarks.push(`Browsers cannot send reports to ${unusable.join(', ')}`);
  return remarks;
}

export const hdrReporting = checkOf(siteDocument, {
  id: 'hdr-reporting',
  title: 'Reporting endpoints are configured correctly',
  finding: 'Reporting endpoints are misconfigured',
  // Whether the endpoint's host exists would need a DNS query, which this evidence does not have.
  judge: (document) => {
    const groups = reportGroups(document.headers).map(({ header }) => header);
    const sent = reportingHeaders.filter((name) => combinedValue(document.headers, name) !== null);
    if (groups.length === 0 && sent.length === 0) return notApplicable('No reporting is configured');
    const remarks = reportingRemarks(document);
    if (remarks.length === 0) return pass('Reporting-Endpoints configures reporting');
    return informational({
      description: `${remarks.join('. ')}. The host names of the endpoints were not resolved.`,
      evidence: quoteHeaders(document, ...sent, ...groups),
    });
  },
});

export const hdrTimingOrigin = checkOf(siteDocument, {
  id: 'hdr-timing-origin',
  title: 'Timing-Allow-Origin does not allow all sites',
  finding: 'Timing-Allow-Origin allows all sites',
  judge: (document) => {
    const origins = listedValues(document.headers, 'Timing-Allow-Origin');
    if (origins.length === 0) return notApplicable('Timing-Allow-Origin is not sent');
    if (!origins.includes('*')) return pass('Timing-Allow-Origin lists specific origins');
    return informational({
      description:
        'Any site that loads this response can read its detailed timing and size, which may differ between visitors.',
      evidence: quoteHeaders(document, 'Timing-Allow-Origin'),
    });
  },
});

export const hdrPowerfulInfo = checkOf(siteDocument, {
  id: 'hdr-powerful-info',
  title: 'No other policy header is set',
  finding: 'Other policy headers are set',
  judge: (document) =>
    informWhere(Object.entries(powerfulHeaders), 'No such header is sent', ([name, meaning]) => {
      const lines = headerLines(document.headers, name);
      if (lines.length === 0) return null;
      const evidence = quoteLines(document, lines);
      return { subject: name.toLowerCase(), description: `${name} ${meaning}.`, evidence };
    }),
});
