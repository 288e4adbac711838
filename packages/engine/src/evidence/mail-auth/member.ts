import type { MailSection } from '@perimeter/contract/observed/mail';
import { isDmarc } from '@perimeter/protocols/dmarc/record';
import { spfLimits } from '@perimeter/protocols/spf/lookup';
import { countsOf } from '@perimeter/protocols/spf/survey-tree';
import { failureText } from '../failure-text.ts';
import { keysExist } from './dkim-existence.ts';
import { dkimKeyText } from './key-text.ts';
import { discoveryOf, policySentences } from './policy.ts';
import { providersOf } from './providers.ts';
import { roleOf } from './role.ts';
import type { MailAuthEvidence } from './schema.ts';
import { problemText, spfLines } from './spf-lines.ts';

function spfOf({ spf }: MailAuthEvidence): MailSection['spf'] {
  const { lookups, complete } = countsOf(spf.tree);
  const tree = spfLines(spf.tree).map(({ depth, text, count, record, problem }) => ({
    depth,
    term: text,
    lookups: count,
    record,
    problem: problem === null ? null : problemText(problem),
  }));
  return { record: spf.tree.text, lookups, limit: spfLimits.lookups, complete, tree };
}

const dkimOf = ({ dkim }: MailAuthEvidence): MailSection['dkim'] => ({
  keys: keysExist(dkim),
  tested: dkim.asked.length,
  selectors: dkim.selectors.map(({ selector, answer }) => ({
    selector,
    key: answer.texts[0] === undefined ? null : dkimKeyText(answer.texts[0]),
    aliases: answer.aliases,
    records: answer.texts,
  })),
});

const reportsOf = ({ destinations }: MailAuthEvidence): MailSection['reports'] =>
  destinations.map(({ tag, uri, external, authorisation }) => ({
    tag,
    uri,
    external,
    authorized: authorisation === null || authorisation.status === 'failed' ? null : authorisation.texts.some(isDmarc),
  }));

/** Names whose records are unknown, and why. */
function notSeen({ spf, dmarc, dkim, bimi, tlsRpt }: MailAuthEvidence): MailSection['notSeen'] {
  const answers = [spf.answer, ...dmarc.walk.map(({ answer }) => answer), dkim.domainkey.answer, bimi, tlsRpt];
  return Object.fromEntries(
    answers.flatMap(({ name, failure }) => (failure === undefined ? [] : [[name, failureText(failure)]])),
  );
}

/** The report's view of the records of mail. */
export function mailMember(mail: MailAuthEvidence): MailSection {
  const discovery = discoveryOf(mail);
  const { policies, organizational, policyDomain } = discovery;
  const { domain = null, subdomains = null, missing = null } = policies ?? {};
  return {
    role: roleOf(mail),
    providers: providersOf(mail).map(({ name }) => name),
    policy: { domain, subdomains, missing, sentences: policySentences(discovery) },
    spf: spfOf(mail),
    dmarc: {
      organizationalDomain: organizational,
      policyDomain,
      records: mail.dmarc.walk.map(({ answer }) => ({ name: answer.name, status: answer.status, texts: answer.texts })),
    },
    dkim: dkimOf(mail),
    bimi: mail.bimi.texts,
    reports: reportsOf(mail),
    notSeen: notSeen(mail),
  };
}
