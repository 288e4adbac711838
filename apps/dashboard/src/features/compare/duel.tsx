import type { ComparedTarget, Comparison } from '@perimeter/contract/compare';
import { firstName, listedName } from '@perimeter/report/verdict/names';
import type { ReactElement } from 'react';
import { Dial, Uncapped } from '../../components/dial.tsx';
import { clean, Time } from '../../components/parts.tsx';
import { counted } from '../../lib/format.ts';

const Side = ({ target }: { target: ComparedTarget }): ReactElement => (
  <div className="duel-side">
    <p className="duel-name">{clean(listedName(target.domain), 520)}</p>
    <Dial
      value={target.score}
      grade={target.grade}
      of="of 100"
      chip={`Grade ${target.grade}`}
      isProvisional={target.gradeStatus === 'provisional'}
      label={`${clean(firstName(target), 253)}: ${target.score} of 100, grade ${target.grade}`}
    />
    <Uncapped score={target.score} uncapped={target.uncapped} />
    {target.gradeStatus === 'provisional' ? <span className="tag">Provisional</span> : null}
  </div>
);

/** Which domain leads, and by how much. */
export const leadText = ({ lead, delta }: Comparison): string =>
  lead === null
    ? 'Both have the same score'
    : `${clean(firstName({ domain: lead }), 253)} leads by ${counted(Math.abs(delta), 'point')}`;

/** Why one of two equal scores is better. */
function tieText({ tieBreak, targetA, targetB }: Comparison): string {
  if (tieBreak === null) return '';
  const name = clean(firstName({ domain: tieBreak.lead }), 253);
  const points = counted(Math.abs(targetA.uncapped - targetB.uncapped), 'point');
  return tieBreak.by === 'uncapped'
    ? `Without limits ${name} leads by ${points}. `
    : `${name} leads: it has fewer issues of the highest severity in which they differ. `;
}

/** How far an audit looked: deep ones with authority see most. */
const kindOf = ({ scanMode, authority }: ComparedTarget): string =>
  scanMode === 'deep' && authority === true ? 'deep, with authority' : scanMode;

/** Both domains with their scores. */
export const Duel = ({ compared }: { compared: Comparison }): ReactElement => (
  <div className="duel">
    <Side target={compared.targetA} />
    <div className="duel-mid">
      <h1 id="t">{leadText(compared)}</h1>
      <p className="quiet small">
        {tieText(compared)}Latest completed audits: <Time at={compared.targetA.completedAt} /> (
        {kindOf(compared.targetA)}) and <Time at={compared.targetB.completedAt} /> ({kindOf(compared.targetB)}).
        {kindOf(compared.targetA) === kindOf(compared.targetB) ? null : ' One looked further than the other.'} Comparing
        starts no audit and costs nothing.
      </p>
    </div>
    <Side target={compared.targetB} />
  </div>
);
