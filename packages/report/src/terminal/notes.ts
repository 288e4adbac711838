import type { Report } from '@perimeter/contract/report';
import { heading, paragraph, row, type Screen } from './screen.ts';
import { titledReasonsAgainstAPlus } from '../verdict/not-a-plus.ts';
import { counted } from '../words.ts';
import { type Line, span } from './style.ts';

const MAX_OBSERVATIONS = 12;
const MAX_NAMES = 6;
const MAX_REASONS = 12;

const bulleted = (screen: Screen, text: string): Line[] =>
  paragraph(screen, screen.clean(text), { indent: 2, lead: [`${screen.symbols.bullet} `, 'dim'] });

/** Observations, which have no severity, one row each. */
export function observationLines({ observations: all }: Report, screen: Screen): Line[] {
  if (all.length === 0) return [];
  const rest = all.length - MAX_OBSERVATIONS;
  return [
    heading(screen, 'Observations', [span(`${all.length} `, 'dim')]),
    ...all
      .slice(0, MAX_OBSERVATIONS)
      .map(({ title, host, port, description }) =>
        row(
          screen,
          2,
          screen.clean(
            `${screen.symbols.bullet} ${title} ${screen.symbols.dot} ${host}${port === null ? '' : `:${port}`} ${screen.symbols.dot} ${description}`,
          ),
        ),
      ),
    ...(rest > 0 ? [row(screen, 2, `${screen.symbols.cut} ${rest} more in --format json`, 'dim')] : []),
    [],
  ];
}

/** What could not be judged, grouped by reason. */
export function notTested({ coverage }: Report, screen: Screen): Line[] {
  const byReason = Map.groupBy(coverage.notTested, ({ reason }) => reason);
  if (byReason.size === 0) return [];
  const { applicable, concluded } = coverage.overall;
  return [
    heading(screen, 'Not tested', [
      span(`${applicable - concluded} of ${counted(applicable, 'check')} inconclusive `, 'dim'),
    ]),
    ...[...byReason].flatMap(([reason, entries]) => {
      const names = entries
        .slice(0, MAX_NAMES)
        .map(({ what }) => what)
        .join(', ');
      const rest = entries.length - MAX_NAMES;
      // The colon of the list replaces the reason's final full stop.
      return bulleted(screen, `${reason.replace(/\.$/, '')}: ${names}${rest > 0 ? ` and ${rest} more` : ''}`);
    }),
    [],
  ];
}

/** Why the grade is not A+. */
export function whyNotAPlus(report: Report, screen: Screen): Line[] {
  const reasons = titledReasonsAgainstAPlus(report, (checkId) => checkId);
  const rest = reasons.length - MAX_REASONS;
  if (reasons.length === 0) return [];
  return [
    heading(screen, 'Why not A+'),
    ...reasons.slice(0, MAX_REASONS).flatMap((reason) => bulleted(screen, reason)),
    ...(rest > 0 ? [row(screen, 2, `${screen.symbols.cut} ${rest} more`, 'dim')] : []),
    [],
  ];
}
