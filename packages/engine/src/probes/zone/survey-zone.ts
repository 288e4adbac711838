import type { ZoneEvidence, ZoneReferral } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { directBy, withoutDirectView } from './direct.ts';
import { createNames, glueOf, namesLeft, type ServerNames, toldOf } from './names.ts';
import type { ParentView } from './parent.ts';
import { zoneNames } from './questions.ts';
import { serverNameFacts } from './server-names.ts';
import { createSurvey, type Survey } from './survey.ts';
import { askWildcard } from './wildcard.ts';
import type { ZoneCut } from './zone-cut.ts';

const referralIn = (view: ParentView | null): ZoneReferral | null =>
  view?.parent.referral.known === true ? view.parent.referral.value : null;

/** Queries the servers that the resolver knows while the parent is queried, then those that only the parent or the zone names. */
async function surveyAll(
  survey: Survey,
  names: ServerNames,
  known: readonly string[],
  asking: Promise<ParentView | null>,
): Promise<{ view: ParentView | null; child: string[] }> {
  survey.ask(await names.tell(known));
  const view = await asking;
  const referral = referralIn(view);
  if (referral !== null) {
    // Glue first: with silent servers, the resolver takes long to answer.
    survey.ask(glueOf(referral));
    survey.ask(await names.tell(referral.ns));
  }
  const child = await survey.childNames();
  survey.ask(await names.tell(child));
  // Names that took longer; no server is queried twice.
  survey.ask((await names.all()).map(toldOf));
  return { view, child };
}

const wasHeard = (servers: ZoneEvidence['servers']): boolean => servers.some(({ udp, tcp }) => udp.known || tcp.known);

/** Surveys the zone once its apex is known. */
export async function surveyZone(
  context: ProbeContext,
  zone: string,
  cut: ZoneCut,
  asking: Promise<ParentView | null>,
  store: Parameters<typeof createSurvey>[2],
): Promise<Omit<ZoneEvidence, 'lookups'>> {
  const survey = createSurvey(context, zoneNames(context, zone, cut.parent?.zone ?? null), store);
  const names = createNames(context);
  const known = cut.ns.known ? cut.ns.value : [];
  const [{ view, child }, wildcard] = await Promise.all([
    surveyAll(survey, names, known, asking),
    askWildcard(context, zone),
  ]);
  const servers = await survey.servers();
  const sides = { zone, referral: referralIn(view), child: child.length > 0 ? child : known };
  const resolved = await names.all();
  const serverNames = await Promise.all(resolved.map(async (one) => serverNameFacts(context, one, sides)));
  return withoutDirectView({
    name: zone,
    parent: view?.parent ?? null,
    nsByResolver: cut.ns,
    serverNames: serverNames.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    servers,
    replies: store.replies,
    wildcard,
    direct: directBy(view?.controls ?? [], wasHeard(servers)),
    notAsked: [...survey.notAsked(), ...namesLeft(names, [...known, ...(sides.referral?.ns ?? []), ...child])],
    questions: context.authoritative.sent(),
  });
}
