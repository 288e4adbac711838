import { checkOf, type Said, narrow } from '../../../catalogue/check-of.ts';
import { notApplicable, proof, openBy } from '../../../catalogue/outcome.ts';
import { faultsOf, type ServerFault } from '../../../evidence/zone/server-faults.ts';
import { signedZone } from '../../derive/subjects/signed-zone.ts';
import { servedFaults } from './served-faults.data.ts';
import { byName, egressGap } from '../../derive/subjects/zone.ts';
import { askLine, serverPlace } from '../../derive/dns/server-place.ts';
import { type FoundZone, serverText, workingServers } from '../../../evidence/zone/servers.ts';
import { listed } from '../../../evidence/words/text.ts';

/** Faults in words, grouped by kind. */
const wordsOf = (faults: readonly ServerFault[]): string[] =>
  [...new Set(faults.map(({ reason }) => reason))].map((reason) => {
    const of = faults.filter((fault) => fault.reason === reason).map(({ question }) => question);
    const names = of.map((question) => (question === 'missing-name' ? 'a name that does not exist' : question));
    return (servedFaults[reason] ?? '* with answers that fail validation').replace('*', listed(names));
  });

function judgeServers(zone: FoundZone): Said {
  const here = egressGap(zone);
  if (here !== null) return here;
  const judged = workingServers(zone).map((server) => ({ server, faults: faultsOf(zone, server) }));
  if (judged.length === 0) return openBy('no-direct-answer');
  // A fault of all servers is the zone's, which its own check reports.
  const isCommon = ({ question, reason }: ServerFault): boolean =>
    reason !== 'key-not-shared' && judged.every(({ faults }) => faults?.some((fault) => fault.question === question));
  const wrong = judged.flatMap(({ server, faults }) => {
    const own = (faults ?? []).filter((fault) => !isCommon(fault));
    return own.length === 0 ? [] : [{ server, own }];
  });
  const open = judged.find(({ faults }) => faults === null);
  if (wrong.length === 0 && open !== undefined) return openBy('server-left-open', { server: serverText(open.server) });
  if (wrong.length === 0 && judged.some(({ faults }) => faults?.length !== 0))
    return notApplicable('All name servers have the same faults (separate check)');
  const drafts = wrong.map(({ server, own }) => {
    const [first] = own.filter(({ question }) => question !== 'missing-name');
    return {
      server,
      ...serverPlace(server),
      description: `${serverText(server)} answers for ${zone.name} with faults of DNSSEC: ${listed(wordsOf(own))}. Some validators fail: those that ask it answer SERVFAIL, or have to try others.`,
      evidence: proof(
        wordsOf(own).map((words) => `${serverText(server)}: ${words}`),
        askLine(server, first?.question ?? 'DNSKEY', zone.name, '+dnssec', '+norecurse'),
      ),
    };
  });
  return byName(drafts);
}

/** The name servers of a zone with DS records. */
const signedServers = narrow(
  signedZone('ds'),
  ({ zone: { name } }, { zone }) => (zone.name === name ? { of: { ...zone, name } } : openBy('zone-not-found')),
  { needs: ['zone'] },
);

export const dnssecNsInconsistent = checkOf(signedServers, {
  id: 'dnssec-ns-inconsistent',
  title: 'Every name server serves the signed zone',
  finding: 'Name server with missing or wrong DNSSEC records',
  weakness: { cvss: 'conditionalAvailability', cwe: [345] },
  judge: judgeServers,
});
