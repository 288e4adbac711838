import { severity } from '@perimeter/contract/finding';
import type { ScanMode } from '@perimeter/contract/report';
import { grade } from '@perimeter/contract/grade';
import { choice, invalidValue, UsageError, type Values } from '../argument-values.ts';
import type { Gate } from '../gate.ts';

/** A number of points from 0 to 100; null if not given. */
function pointsOf(values: Values, name: string): number | null {
  const value = values[name];
  if (value === undefined) return null;
  if (!/^(?:\d{1,2}|100)$/u.test(String(value))) throw invalidValue(name, value, 'an integer from 0 to 100');
  return Number(value);
}

/**
 * By default grade F fails, because a cap can cause it without any severe finding. With a baseline only new findings
 * fail by default.
 */
export function gateOf(values: Values): Gate {
  const hasBaseline = values['baseline'] !== undefined;
  const asked = ['fail-on-new', 'max-drop', 'strict-baseline'].find((name) => (values[name] ?? false) !== false);
  const isOfService = asked === 'max-drop' && values['server'] !== undefined;
  if (asked !== undefined && !hasBaseline && !isOfService)
    throw new UsageError(
      `--${asked} needs a baseline: add --baseline FILE, or gate.baseline in perimeter.yml, with a baseline file or an earlier JSON report${asked === 'max-drop' ? '; or --server, for the audit before' : ''}`,
    );
  const failOn = choice(values, 'fail-on', [...severity.options, 'none'], hasBaseline ? 'none' : 'high');
  const minScore = pointsOf(values, 'min-score');
  const isSet = values['min-grade'] !== undefined;
  const minGrade =
    isSet || (failOn !== 'none' && minScore === null && !hasBaseline)
      ? choice(values, 'min-grade', grade.options, 'D')
      : null;
  const isNewAsked = values['fail-on-new'] !== undefined || (hasBaseline && values['fail-on'] === undefined);
  return {
    failOn: failOn === 'none' ? null : failOn,
    minGrade,
    minScore,
    failOnNew: isNewAsked ? choice(values, 'fail-on-new', severity.options, 'high') : null,
    maxDrop: pointsOf(values, 'max-drop'),
  };
}

/** What --show-config prints, by option. */
export function shownValues(
  values: Values,
  mode: ScanMode,
  server: string | null,
  { failOn, minGrade, minScore, failOnNew, maxDrop }: Gate,
): Record<string, unknown> {
  return {
    mode,
    server,
    'fail-on': failOn,
    'min-grade': minGrade,
    'min-score': minScore,
    'fail-on-new': failOnNew,
    'max-drop': maxDrop,
    baseline: values['baseline'],
    'allow-incomplete': values['allow-incomplete'] === true,
    'strict-accept': values['strict-accept'] === true,
    'strict-baseline': values['strict-baseline'] === true,
  };
}
