import { internalWord } from '@perimeter/protocols/names/host-words';
import { aliasPatterns } from '@perimeter/protocols/names/wildcard';
import { digLine, digLines } from '../../catalogue/dig.ts';
import { informational, informWhere, judgeSeen, notApplicable, pass, openBy, whyBy } from '../../catalogue/outcome.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { namesBelow, nameAt } from '../derive/subjects/names.ts';
import { counted, firstAndMore } from '../../evidence/words/text.ts';

export const subInventory = checkOf(namesBelow(), {
  id: 'sub-inventory',
  title: 'Names below the domain',
  finding: 'Names below the domain',
  judge: ({ base, inventory, listed: list }) => {
    const others = inventory.filter(
      ({ name, status, aliases }) => name !== base && (status !== 'missing' || aliases.length > 0),
    );
    if (others.length === 0) return pass('No name below the domain was found');
    const names = [...new Set(others.map(({ name }) => name))];
    return informational({
      description: `${counted(names.length, 'name')} below the domain can be found by anybody: ${firstAndMore(names, 12)}.`,
      evidence: [
        others.slice(0, 50).map(({ name, sources, status }) => `${name}: ${status}, by ${sources.join(', ')}`),
        `${list.asked} common names were looked up`,
        digLine('A', ...names.slice(0, 3)),
      ],
    });
  },
});

/** Sources in which strangers find names without guessing. */
const published: ReadonlySet<string> = new Set(['san', 'spf', 'dmarc', 'csp', 'page', 'nsec']);

export const subNamingLeak = checkOf(
  namesBelow(() => []),
  {
    id: 'sub-naming-leak',
    title: 'Published names do not tell products and internal hosts',
    finding: 'Published names tell products or internal hosts',
    judge: ({ base, inventory }) =>
      informWhere(
        inventory.filter(({ name, sources }) => name !== base && sources.some((source) => published.has(source))),
        'No published name tells a product or an internal host',
        ({ name, sources }) => {
          const word = internalWord(name);
          if (word === null) return null;
          return {
            subject: name,
            location: nameAt(name),
            description: `${name} tells strangers about "${word}". It stands in: ${sources.filter((source) => published.has(source)).join(', ')}. A wildcard certificate or a neutral name tells less.`,
            evidence: [`${name}: ${sources.join(', ')}`, digLine('A', name)],
          };
        },
      ),
  },
);

export const subZoneWalk = checkOf(
  namesBelow(() => []),
  {
    id: 'sub-zone-walk',
    title: 'The zone cannot be listed by its NSEC records',
    finding: 'NSEC records list the names of the zone',
    mode: 'deep',
    judge: ({ base, walk }) =>
      judgeSeen(walk, ({ names, ended }) => {
        if (ended === 'unanswered' && names.length === 0) return openBy('nsec-unseen');
        if (names.length === 0 || ended === 'minimal')
          return pass('The zone has no chain of NSEC records that lists its names');
        return informational({
          description: `${counted(names.length, 'name')} of the zone were listed by following its NSEC records${ended === 'whole' ? '' : ', which go on'}: ${firstAndMore(names, 12)}.`,
          evidence: [names.slice(0, 50), digLines(['NSEC', base])],
        });
      }),
  },
);

export const subWildcardNoise = checkOf(
  namesBelow(({ randoms }) =>
    randoms.filter(({ status }) => status === 'unknown').map(({ name }) => whyBy('name-unanswered', { name })),
  ),
  {
    id: 'sub-wildcard-noise',
    title: 'Names that nobody created do not exist',
    finding: 'Wildcard DNS record: every name exists',
    judge: ({ randoms }) => {
      if (randoms.length === 0) return notApplicable('No random name was looked up');
      const found = randoms.find(({ status, aliases }) => status === 'exists' || aliases.length > 0);
      if (found === undefined) return pass('Random names do not exist');
      const end = aliasPatterns(found, found.zone).at(-1) ?? found.addresses.join(', ');
      return informational({
        description: `Any name below ${found.zone} leads to ${end}. Common names with this answer are not listed, and names of attackers' choice look like yours.`,
        evidence: [`*.${found.zone} → ${end}`, digLine('A', found.name)],
      });
    },
  },
);
