import { listedName } from '@perimeter/report/verdict/names';
import { severity } from '@perimeter/contract/finding';
import { padEnd, truncate } from '@perimeter/report/display-width';
import type { Screen } from '@perimeter/report/terminal/screen';
import { counted } from '@perimeter/report/words';
import { rowsWithin, type Line, span, type Span } from '@perimeter/report/terminal/style';
import type { PhaseState, ProbeState, ProgressState } from './state.ts';

/** Properties of a frame. */
export interface FrameOptions {
  /** Available rows. */
  rows: number;
  elapsedMs: number;
  /** The frame's number, which turns the spinner. */
  tick: number;
}

const SPINNERS = { unicode: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ascii: '|/-\\' };
const MAX_BAR_COLUMNS = 40;
const MIN_BAR_COLUMNS = 10;
const NAME_COLUMNS = 26;

/** Seconds with one decimal below a minute, else minutes and seconds. */
export function clock(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

function spinner(screen: Screen, tick: number): Span {
  const signs = screen.symbols.cut === '…' ? SPINNERS.unicode : SPINNERS.ascii;
  return span(`${signs[tick % signs.length] ?? ''} `, 'fair');
}

function statusSign(screen: Screen, status: PhaseState['status'] | ProbeState['status'], tick: number): Span {
  if (status === 'running') return spinner(screen, tick);
  if (status === 'finished') return span(`${screen.symbols.good} `, 'good');
  return status === 'failed'
    ? span(`${screen.symbols.severity.critical} `, 'bad')
    : span(`${screen.symbols.dot} `, 'dim');
}

function headRows(
  { domain, percent, severities }: ProgressState,
  screen: Screen,
  { elapsedMs, tick }: FrameOptions,
): Line[] {
  const time = clock(elapsedMs);
  const name = truncate(screen.clean(listedName(domain), 520), screen.width - time.length - 18, screen.symbols.cut);
  const columns = Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, screen.width - 50));
  const full = Math.round((percent * columns) / 100);
  const seen = severity.options.flatMap((level) =>
    severities[level] === 0 ? [] : [span(`  ${screen.symbols.severity[level]} ${severities[level]} ${level}`, level)],
  );
  return [
    [span('  '), spinner(screen, tick), span('Auditing '), span(name, 'bold'), span(`  ${time}`, 'dim')],
    [
      span('    '),
      span(screen.symbols.barFull.repeat(full), 'good'),
      span(screen.symbols.barEmpty.repeat(columns - full), 'dim'),
      span(` ${String(percent).padStart(3)}%`),
      ...seen,
    ],
  ];
}

function probeRow(
  { name, status, startedMs, endedMs, detail }: ProbeState,
  screen: Screen,
  options: FrameOptions,
): Line {
  const time = clock((endedMs ?? options.elapsedMs) - startedMs).padStart(8);
  const label = padEnd(truncate(screen.clean(name), NAME_COLUMNS, screen.symbols.cut), NAME_COLUMNS);
  const room = screen.width - NAME_COLUMNS - 19;
  return [
    span('    '),
    statusSign(screen, status, options.tick),
    span(label, status === 'running' ? 'plain' : 'dim'),
    span(time, 'dim'),
    span(`  ${truncate(screen.clean(detail, 200), room, screen.symbols.cut)}`, status === 'failed' ? 'bad' : 'dim'),
  ];
}

function phaseRow({ title, checks, status, found, findings }: PhaseState, screen: Screen, options: FrameOptions): Line {
  const label = padEnd(truncate(screen.clean(title), NAME_COLUMNS, screen.symbols.cut), NAME_COLUMNS);
  return [
    span('    '),
    statusSign(screen, status, options.tick),
    span(label, status === 'waiting' ? 'dim' : 'plain'),
    span(counted(checks, 'check').padStart(10), 'dim'),
    span(found === '' ? '' : `  ${found}`, findings === 0 ? 'dim' : 'bold'),
  ];
}

/** Phases in few rows: finished and waiting ones as counts, running ones in full. */
function foldedPhases(phases: readonly PhaseState[], screen: Screen, options: FrameOptions): Line[] {
  const of = (status: PhaseState['status']): PhaseState[] => phases.filter((phase) => phase.status === status);
  const summary = (status: 'finished' | 'waiting', words: string): Line[] =>
    of(status).length === 0
      ? []
      : [
          [
            span('    '),
            statusSign(screen, status, options.tick),
            span(`${counted(of(status).length, 'phase')} ${words}`, 'dim'),
          ],
        ];
  return [
    ...summary('finished', 'finished'),
    ...of('running').map((phase) => phaseRow(phase, screen, options)),
    ...summary('waiting', 'pending'),
  ];
}

/** A frame of a running audit, within the given rows and the screen's width. */
export function drawFrame(state: ProgressState, screen: Screen, options: FrameOptions): Line[] {
  const head = headRows(state, screen, options);
  const probes = state.probes.map((probe) => probeRow(probe, screen, options));
  const phases = state.phases.map((phase) => phaseRow(phase, screen, options));
  const title = (name: string): Line => [span('  '), span(name, 'bold')];
  const whole = [...head, [], title('Probes'), ...probes, [], title('Phases'), ...phases];
  const folded = [...head, ...probes, ...foldedPhases(state.phases, screen, options)];
  const shown = whole.length <= options.rows ? whole : folded.slice(0, Math.max(1, options.rows));
  // A row of a picture is one row: what a narrow terminal has no room for is left out.
  return shown.map((line) => rowsWithin(line, screen.width)[0] ?? []);
}
