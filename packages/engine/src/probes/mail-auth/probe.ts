import { walkNames } from '@perimeter/protocols/dmarc/discover';
import type { SpfLookup } from '@perimeter/protocols/spf/lookup';
import { judgeStrangers } from '@perimeter/protocols/spf/strangers';
import { surveySpf } from '@perimeter/protocols/spf/survey';
import { withoutLongRecords } from '../../evidence/dns/lookup.ts';
import { keysExist } from '../../evidence/mail-auth/dkim-existence.ts';
import { providersOf } from '../../evidence/mail-auth/providers.ts';
import type { MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { answerOctets, askRoute, askText, spfLookup, textAnswerOf } from './ask.ts';
import { askForKeys, askSelectors, selectorsFor } from './dkim.ts';
import { findDestinations } from './destinations.ts';
import { findReferences } from './registration.ts';
import { genericSelectors, mailLabels, mostSelectors } from './selectors.data.ts';
import { askPolicy, askValidated } from '../belief.ts';

type Gathered = Omit<MailAuthEvidence, 'lookups'>;

/** The records, then their effect on strangers: shared queries are cached by the resolver. */
async function surveyAndJudge({ domain, seed }: ProbeContext['target'], lookup: SpfLookup) {
  const tree = await surveySpf(domain, lookup);
  const strangers =
    tree.text === null ? [] : await judgeStrangers(domain, `perimeter${seed.slice(0, 12).toLowerCase()}`, lookup);
  return { tree, strangers };
}

async function gatherSpf(context: ProbeContext): Promise<Gathered['spf']> {
  const { target } = context;
  const [answer, { tree, strangers }, legacy] = await Promise.all([
    askValidated(context, target.domain),
    surveyAndJudge(target, spfLookup(context)),
    askText(context, target.domain, 'SPF'),
  ]);
  return { answer: textAnswerOf(answer), answerOctets: answerOctets(answer), tree, strangers, legacy };
}

const gatherWalk = async (context: ProbeContext): Promise<Gathered['dmarc']['walk']> =>
  Promise.all(
    walkNames(context.target.domain).map(async (domain) => ({
      domain,
      answer: await askPolicy(context, 'dmarc', domain),
    })),
  );

/** The test for keys at once; selectors follow if keys may exist, once MX and SPF identify the providers. */
async function gatherDkim(
  context: ProbeContext,
  mail: Promise<Pick<Gathered, 'route' | 'spf'>>,
): Promise<Gathered['dkim']> {
  const { domain, scanMode, seed } = context.target;
  const existence = await askForKeys(context, domain, `perimeter-${seed.slice(0, 16)}`);
  if (keysExist(existence) === 'none') return { ...existence, asked: [], unanswered: [], selectors: [] };
  const own = providersOf(await mail).flatMap(({ selectors }) => selectors);
  const wanted = selectorsFor(own, genericSelectors, mostSelectors[scanMode]);
  return { ...existence, ...(await askSelectors(context, domain, wanted, existence.control.answer)) };
}

async function gatherSubdomains(context: ProbeContext): Promise<Gathered['subdomains']> {
  if (context.target.scanMode !== 'deep') return [];
  const found = await Promise.all(
    mailLabels.map(async (label) => {
      const domain = `${label}.${context.target.domain}`;
      const [route, spf] = await Promise.all([
        askRoute(context, domain),
        askValidated(context, domain).then(textAnswerOf),
      ]);
      return { domain, route, spf };
    }),
  );
  return found.filter(({ route }) => route.status === 'answer' || route.status === 'failed');
}

/** Queries everything about who may send mail for the target. It needs no other evidence, so it starts with the audit. */
export const mailAuthProbe = defineProbe({
  kind: 'mailAuth',
  needs: [],
  run: async (context) => {
    const { domain } = context.target;
    const routing = askRoute(context, domain);
    const checkingSpf = gatherSpf(context);
    const mail = Promise.all([routing, checkingSpf]).then(([route, spf]) => ({ route, spf }));
    const walking = gatherWalk(context);
    const askingTls = askPolicy(context, 'tlsReport', domain);
    const [{ route, spf }, walk, dkim, bimi, tlsRpt, subdomains, destinations] = await Promise.all([
      mail,
      walking,
      gatherDkim(context, mail),
      askPolicy(context, 'bimi', domain),
      askingTls,
      gatherSubdomains(context),
      Promise.all([walking, askingTls]).then(([steps, tls]) => findDestinations(context, domain, steps, tls)),
    ]);
    const gathered = { route, spf, dmarc: { walk }, destinations, dkim, bimi, tlsRpt, subdomains };
    const references = await findReferences(context, gathered);
    const lookups = (await context.lookups()).map(withoutLongRecords);
    return { evidence: { ...gathered, references, lookups } };
  },
});
