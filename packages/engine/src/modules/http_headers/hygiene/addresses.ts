import { defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { inconclusive, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { type ComparedAddress, comparedAddresses } from '../../../evidence/http/addresses.ts';
import { type Answer, answersOf } from '../../../evidence/http/answer.ts';
import { locationOf } from '../../derive/http/place.ts';
import { quoteHeaders } from '../../derive/http/quote.ts';
import { siteOf } from '../../derive/http/site.ts';
import { listed } from '../../derive/words/text.ts';

function judgeAddress({ address, standing }: ComparedAddress, answer: Answer | undefined): Verdict {
  switch (standing.kind) {
    case 'reference':
    case 'same':
      return pass('Every address answers alike');
    case 'unknown':
      return inconclusive(`${address} was not compared (${standing.why})`);
    case 'dead':
      return informational({
        description: `${address} does not answer, so visitors who are sent there do not reach the site. Expected: only addresses that answer in DNS.`,
        evidence: standing.why,
      });
    case 'differs':
      return informational({
        description: `${address} answers differently in: ${standing.in.join(', ')}. Expected: the same configuration at every address.`,
        evidence: answer === undefined ? '' : quoteHeaders(answer),
      });
  }
}

export const endpointAddressDiffers = defineCheck({
  id: 'endpoint-address-differs',
  title: 'Every address of the host answers alike',
  finding: 'Address is dead or answers differently',
  needs: ['endpoints', 'http', 'target'],
  evaluate: ({ endpoints, http, target }) => {
    const site = siteOf({ endpoints, http, target });
    if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
    if (site.state === 'redirect-only') return notApplicable(`Every response redirects to ${site.destination}`);
    const { url } = site.document;
    const host = endpoints.hosts.find((one) => one.host === url.hostname);
    const left = host?.notProbed ?? [];
    const compared = comparedAddresses(http);
    if (compared.length + left.length < 2 && (host?.addresses.length ?? 0) < 2)
      return notApplicable(`${url.hostname} has one address`);
    const answers = answersOf(http);
    const open = [
      ...(compared.length < 2 ? ['The other addresses were not compared'] : []),
      ...(left.length === 0 ? [] : [`Addresses beyond four per family were not compared: ${listed(left)}`]),
    ];
    const judged = compared.map((one) => ({
      ...judgeAddress(one, answers.get(one.exchange.id)),
      location: { ...locationOf(site.document), address: one.address },
      subject: one.address,
    }));
    return combine('Address is dead or answers differently', judged, { open });
  },
});
