import { checkOf, type Subject } from '../../../catalogue/check-of.ts';
import { informational, notApplicable, pass, type Verdict, openAs, whyBy } from '../../../catalogue/outcome.ts';
import { type ComparedAddress, comparedAddresses } from '../../../evidence/http/addresses.ts';
import { type Answer, answersOf } from '../../../evidence/http/answer.ts';
import { locationOf } from '../../derive/http/place.ts';
import { siteOf, type SiteEvidence } from '../../derive/http/site.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';
import { listed } from '../../../evidence/words/text.ts';

function judgeAddress({ address, standing }: ComparedAddress, answer: Answer | undefined): Verdict {
  switch (standing.kind) {
    case 'reference':
    case 'same':
      return pass('Every address answers alike');
    case 'unknown':
      return openAs(['not-reached', standing.why], 'address-uncompared', { address, reason: standing.why.reason });
    case 'dead':
      return informational({
        description: `${address} does not answer, so visitors who are sent there do not reach the site. Expected: only addresses that answer in DNS.`,
        evidence: standing.why.reason,
      });
    case 'differs':
      return informational({
        description: `${address} answers differently in: ${standing.in.join(', ')}. Expected: the same configuration at every address.`,
        evidence: answer === undefined ? '' : quoteHeaders(answer),
      });
  }
}

/** One address of the document's host, and its answer. */
interface AddressAnswer {
  compared: ComparedAddress;
  answer: Answer | undefined;
}

/** Every address of the host that serves the document. */
const documentAddresses: Subject<keyof SiteEvidence, AddressAnswer> = {
  needs: ['endpoints', 'http', 'target'],
  select: (evidence) => {
    const { endpoints, http } = evidence;
    const site = siteOf(evidence);
    if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
    if (site.state === 'redirect-only') return notApplicable(`Every response redirects to ${site.destination}`);
    const { url } = site.document;
    const host = endpoints.hosts.find((one) => one.host === url.hostname);
    const left = host?.notProbed ?? [];
    const all = comparedAddresses(http);
    if (all.length + left.length < 2 && (host?.addresses.length ?? 0) < 2)
      return notApplicable(`${url.hostname} has one address`);
    const answers = answersOf(http);
    const open = [
      ...(all.length < 2 ? [whyBy('addresses-uncompared')] : []),
      ...(left.length === 0 ? [] : [whyBy('addresses-beyond-four', { addresses: listed(left) })]),
    ];
    const places = all.map((compared) => ({
      of: { compared, answer: answers.get(compared.exchange.id) },
      location: { ...locationOf(site.document), address: compared.address },
      subject: compared.address,
    }));
    return { places, open };
  },
};

export const endpointAddressDiffers = checkOf(documentAddresses, {
  id: 'endpoint-address-differs',
  title: 'Every address of the host answers alike',
  finding: 'Address is dead or answers differently',
  judge: ({ compared, answer }) => judgeAddress(compared, answer),
});
