import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { searchedPart } from '@perimeter/protocols/names/takeover-page';
import { digLine } from '../../catalogue/dig.ts';
import { failWhere, type Fault, informWhere, type Why, openBy, whyBy } from '../../catalogue/outcome.ts';
import { textLine } from '../../catalogue/reproduce-http.ts';
import type { ServiceAlias } from '../../evidence/names/schema.ts';
import { restsOnWords, takeoverState } from '../../evidence/names/takeover.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { checkOf } from '../../catalogue/check-of.ts';
import { namesBelow, type FoundNames, nameAt, unanswered } from '../derive/subjects/names.ts';
import { shorten } from '../../evidence/words/text.ts';

/** Age in days from which a missing entry in the list of services proves nothing. */
export const maxTakeoverListDays = 180;

const quoted = (what: string, seen: ServiceAlias['own']): string | null =>
  seen.known
    ? `${what}: GET ${seen.value.url}: ${seen.value.status}${seen.value.bytes === undefined ? '' : `, ${seen.value.bytes} bytes`}, "${shorten(seen.value.mark ?? '', 120)}"`
    : null;

/** The command that shows the page, or the alias if DNS alone proves the takeover. */
function reproduce({ name, own }: ServiceAlias): string | null {
  if (!own.known || own.value.mark === null) return digLine('A', name);
  const { url, address, mark } = own.value;
  const location = { host: new URL(url).hostname, address, url };
  return textLine(location, searchedPart(mark)) ?? digLine('CNAME', name);
}

function draftOf(one: ServiceAlias): Fault {
  const { name, service, target, exists, own, control } = one;
  const isSure = takeoverState(one) === 'claimable';
  const shows =
    exists === 'no'
      ? 'a name that does not exist there'
      : restsOnWords(one)
        ? 'whose page has words of that for names that nobody has, and may be another page'
        : 'which shows its page for names that nobody has, as it does for a random name';
  const effect = isSure
    ? `Anyone with an account at ${service} can claim it, and then serves content and gets certificates for ${name}.`
    : one.status === 'edge'
      ? `Under conditions of ${service}, others can claim it.`
      : 'Others may be able to claim it.';
  return {
    subject: name,
    location: nameAt(name, 'CNAME'),
    description: `${name} is an alias of ${target} at ${service}, ${shows}. ${effect} Expected: delete the alias, or claim the name.`,
    evidence: [`${name} CNAME ${target}`, quoted('This name', own), quoted('A random name', control), reproduce(one)],
    ...(isSure ? {} : { cvss: 'authenticForgery', confidence: 'potential' }),
  };
}

/** With an outdated list, an alias to an unlisted foreign domain may lead to a newly listed service. */
function oldList({ base, inventory, services, takeoverList, startedAtMs }: FoundNames): Why[] {
  const days = daysSince(takeoverList.date, startedAtMs);
  const known = new Set(services.map(({ name }) => name));
  const foreign = inventory.find(
    ({ name, aliases }) => !known.has(name) && aliases.some((target) => !isAtOrBelow(target, base)),
  );
  return days < maxTakeoverListDays || foreign === undefined
    ? []
    : [whyBy('services-list-old', { name: foreign.name, days })];
}

export const subTakeoverCname = checkOf(
  namesBelow((names) => [...unanswered(names), ...oldList(names)]),
  {
    id: 'sub-takeover-cname',
    title: 'Names that lead to services are claimed there',
    finding: 'Subdomain takeover: alias of an unclaimed name',
    weakness: { cvss: 'nameTakeover', cwe: [350, 672] },
    judge: ({ services }) => {
      const inState = (...states: readonly string[]) => services.filter((one) => states.includes(takeoverState(one)));
      const free = inState('claimable', 'conditional');
      if (free.length > 0) return failWhere(free, '', draftOf);
      const [open] = inState('open');
      if (open !== undefined) return openBy('claim-unseen', { target: open.target, name: open.name });
      return informWhere(
        inState('kept'),
        services.length === 0 ? 'No name leads to a service of the list' : 'Names that lead to services are claimed',
        (one) => ({
          subject: one.name,
          location: nameAt(one.name, 'CNAME'),
          description: `${one.name} is an alias of ${one.target} at ${one.service}, where nobody has the name. The service does not give it to others. Expected: delete the alias.`,
          evidence: [`${one.name} CNAME ${one.target}`, quoted('This name', one.own), reproduce(one)],
        }),
      );
    },
  },
);
