import { areaPoints, linePoints, planWords, planY, type Station } from '../lib/plan-line.ts';
import { ask } from './ask.ts';
import { numberOf, recordsOf, textOf } from './json.ts';

/** After the last choice of several: one question for all of them. */
const settleMs = 150;
const gradeClasses = /\bg-\w+/u;

function fill(parent: Element, selector: string, text: string): void {
  const found = parent.querySelector(selector);
  if (found !== null) found.textContent = text;
}

/** The fixes of a plan as checkboxes: which are left out, and where the score then leads. */
export class WhatIf extends HTMLElement {
  #boxes: HTMLInputElement[] = [];
  #planned: Station[] = [];
  #timer = 0;
  #turn = 0;

  connectedCallback(): void {
    if (this.dataset['audit'] === undefined) return;
    const items = [...this.querySelectorAll<HTMLElement>('li[data-check]')];
    this.#boxes = items.map((item) => {
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = true;
      box.value = item.dataset['check'] ?? '';
      box.setAttribute('aria-label', `Fix: ${item.querySelector('a')?.textContent ?? box.value}`);
      item.prepend(box);
      return box;
    });
    const first = this.querySelector('svg');
    this.#planned = [...(first?.querySelectorAll<SVGElement>('[data-total]') ?? [])].map(({ dataset }) => ({
      title: dataset['title'] ?? '',
      total: Number(dataset['total']),
      grade: dataset['grade'] ?? '',
    }));
    this.addEventListener('change', () => this.#ask());
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-choose]'))
      button.addEventListener('click', () => {
        for (const box of this.#boxes) box.checked = button.dataset['choose'] === 'all';
        this.#ask();
      });
    const tools = this.querySelector<HTMLElement>('.what-if');
    if (tools !== null) tools.hidden = false;
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#answer(), settleMs);
  }

  #say(text: string): void {
    fill(this, '[role=status]', text);
  }

  async #answer(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const checkIds = this.#boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const answer = await ask('POST', `audit/${this.dataset['audit']}/outlook`, { checkIds });
    if (turn !== this.#turn) return;
    if (answer.ok) this.#show(answer.found, checkIds.length);
    else this.#say(answer.why);
  }

  #show(found: Record<string, unknown>, count: number): void {
    const steps = new Map(recordsOf(found['steps']).map((step) => [textOf(step['name']), step]));
    const names = [...this.querySelectorAll<HTMLElement>('.step')].map(({ dataset }) => dataset['step'] ?? '');
    const [now, ...later] = this.#planned;
    if (now === undefined) return;
    const stations = [now];
    for (const [index, { title }] of later.entries()) {
      const step = steps.get(names[index] ?? '');
      // A step of which nothing is chosen leads no further than the one before.
      const before = stations[index] ?? now;
      stations.push({
        ...before,
        title,
        ...(step === undefined ? {} : { total: numberOf(step['total']), grade: textOf(step['grade']) }),
      });
    }
    for (const chart of this.querySelectorAll('svg.plan-chart')) this.#draw(chart, stations);
    for (const [index, card] of this.querySelectorAll('.step').entries()) {
      const [from, to] = [stations[index], stations[index + 1]];
      if (from === undefined || to === undefined) continue;
      fill(card, '[data-points]', `From ${from.total} to ${to.total} points`);
      const pill = card.querySelector('.pill');
      if (pill === null) continue;
      pill.textContent = `Grade ${to.grade}`;
      pill.className = pill.className.replace(gradeClasses, `g-${to.grade.charAt(0).toLowerCase()}`);
    }
    const all = this.#boxes.length;
    const chosen = count === all ? 'With all fixes' : count === 0 ? 'Without fixes' : `With ${count} of ${all} fixes`;
    this.#say(`${chosen}: score ${numberOf(found['total'])}, grade ${textOf(found['grade'])}`);
  }

  #draw(chart: Element, stations: readonly Station[]): void {
    const totals = stations.map(({ total }) => total);
    const width = Number(chart.getAttribute('viewBox')?.split(' ')[2]);
    chart.setAttribute('aria-label', planWords(stations));
    chart.querySelector('.line')?.setAttribute('points', linePoints(totals, width));
    chart.querySelector('.area')?.setAttribute('points', areaPoints(totals, width));
    for (const [index, point] of chart.querySelectorAll('[data-total]').entries()) {
      const station = stations[index];
      if (station === undefined) continue;
      point.querySelector('.dot')?.setAttribute('cy', String(planY(station.total)));
      const value = point.querySelector('.value');
      value?.setAttribute('y', String(planY(station.total) - 13));
      if (value !== null) value.textContent = `${station.total} ${station.grade}`;
    }
  }
}
