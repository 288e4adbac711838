import { createScreen } from '@perimeter/report/terminal/screen';
import { renderLines } from '@perimeter/report/terminal/style';
import type { Environment, Output } from '../context.ts';
import { columnsOf, wantsUnicode } from '../display.ts';
import { drawFrame } from './frame.ts';
import type { Reporter } from './reporter-type.ts';
import { afterEvent, noProgress } from './state.ts';

const FRAME_MS = 100;
const DEFAULT_ROWS = 24;

// Control functions of ECMA-48: CUU moves up, EL and ED erase to the end of line and page, DECTCEM shows the cursor.
const CSI = '\u001b[';
const HIDE_CURSOR = `${CSI}?25l`;
const SHOW_CURSOR = `${CSI}?25h`;
const ERASE_LINE = `${CSI}K`;
const ERASE_BELOW = `${CSI}J`;
const up = (rows: number): string => (rows > 0 ? `\r${CSI}${rows}A` : '\r');

/** Redraws the progress in place ten times a second, and erases it at the end. */
export function liveReporter(options: { output: Output; env: Environment; colour: boolean }): Reporter {
  const { output, env, colour } = options;
  const startMs = performance.now();
  let state = noProgress;
  let drawnRows = 0;
  let tick = 0;
  let stopped = false;

  const draw = (): void => {
    const screen = createScreen({ width: columnsOf(env, output) - 1, unicode: wantsUnicode(env) });
    const rows = (output.rows ?? DEFAULT_ROWS) - 1;
    const lines = drawFrame(state, screen, { rows, tick, elapsedMs: performance.now() - startMs });
    const text = renderLines(lines, colour).replaceAll('\n', `${ERASE_LINE}\n`);
    output.write(up(drawnRows) + text + ERASE_BELOW);
    drawnRows = lines.length;
    tick += 1;
  };
  const timer = setInterval(draw, FRAME_MS).unref();
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    process.off('exit', stop);
    output.write(up(drawnRows) + ERASE_BELOW + SHOW_CURSOR);
  };
  process.on('exit', stop);
  output.write(HIDE_CURSOR);
  return {
    onProgress: (event) => {
      state = afterEvent(state, event);
      if (!stopped && event.type === 'started') draw();
    },
    stop,
  };
}
