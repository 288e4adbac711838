import type { DomainSearch } from '@perimeter/contract/domains';
import { grade, type Grade } from '@perimeter/contract/grade';

type Found = { -readonly [Key in keyof DomainSearch]: DomainSearch[Key] };

const comparisons: Readonly<Record<string, (distance: number) => boolean>> = {
  '': (distance) => distance === 0,
  '<': (distance) => distance > 0,
  '<=': (distance) => distance >= 0,
  '>': (distance) => distance < 0,
  '>=': (distance) => distance <= 0,
};

/** The grades that a comparison matches; less means worse. */
function gradesOf(value: string): Grade[] | null {
  const { sign = '', name } = /^(?<sign>[<>]=?)?(?<name>.+)$/u.exec(value)?.groups ?? {};
  const at = grade.options.findIndex((one) => one === name?.toUpperCase());
  const isAllowed = comparisons[sign];
  return at === -1 || isAllowed === undefined ? null : grade.options.filter((_, other) => isAllowed(other - at));
}

const daysOf = (value: string): { sign: string; days: number } | null => {
  const { sign, days } = /^(?<sign>[<>])=?(?<days>\d{1,4})d$/u.exec(value)?.groups ?? {};
  return sign === undefined ? null : { sign, days: Number(days) };
};

/** Applies a word with a colon; false if it is not a filter. */
function takeFilter(found: Found, key: string, value: string): boolean {
  if (value === '') return false;
  if (key === 'tag') found.tags = [...found.tags, value];
  else if (key === 'owner') found.owners = [...found.owners, value.toLowerCase()];
  else if (key === 'grade') {
    const grades = gradesOf(value);
    if (grades === null) return false;
    found.grades = found.grades === null ? grades : found.grades.filter((one) => grades.includes(one));
  } else if (key === 'expires') {
    const days = daysOf(value);
    if (days === null) return false;
    if (days.sign === '<') found.expiresWithin = Math.min(found.expiresWithin ?? days.days, days.days);
    else found.expiresAfter = Math.max(found.expiresAfter ?? days.days, days.days);
  } else return false;
  return true;
}

/** Parses "shop tag:eu grade:<C expires:<30d": all words must match. */
export function readSearch(text: string | undefined): DomainSearch {
  const found: Found = {
    texts: [],
    tags: [],
    owners: [],
    grades: null,
    expiresWithin: null,
    expiresAfter: null,
    unknown: [],
  };
  for (const word of (text ?? '').split(/\s+/u).filter((one) => one !== '')) {
    const colon = word.indexOf(':');
    if (colon === -1) found.texts = [...found.texts, word.toLowerCase()];
    else if (!takeFilter(found, word.slice(0, colon).toLowerCase(), word.slice(colon + 1)))
      found.unknown = [...found.unknown, word];
  }
  return found;
}
